#include "dashboard/api.hpp"

#include <charconv>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>

#include "dashboard/gzip.hpp"
#include "dashboard/pages.hpp"
#include "runs/page_json.hpp"
#include "study/params.hpp"

namespace craggy::cli {
namespace {

using runs::Json;

constexpr std::size_t all_printed = 16 * 1024;  // of each stream of an attempt; stores keep less

const WorkerOptions to_change{.detached = true, .num_threads = 1};

HttpResponse json_response(std::string text) {
  return text_response(200, "application/json", std::move(text));
}

HttpResponse nothing_there() { return error_response(404, "there is nothing at this address"); }

std::string value_of(const std::map<std::string, std::string>& query, const std::string& name,
                     std::string otherwise) {
  const auto found = query.find(name);
  return found == query.end() ? std::move(otherwise) : found->second;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "/api/studies/a%2Fb" is {"api", "studies", "a/b"}. Nothing for an address that cannot be read.
std::optional<std::vector<std::string>> segments_of(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    path.remove_prefix(1);  // '/'
    const std::size_t end = std::min(path.find('/'), path.size());
    std::optional<std::string> segment = decoded(path.substr(0, end));
    if (!segment) return std::nullopt;
    segments.push_back(*std::move(segment));
    path.remove_prefix(end);
  }
  return segments;
}

HttpResponse event_stream() {
  HttpResponse response = text_response(200, "text/event-stream", "retry: 1000\n\n");
  response.headers.emplace_back("X-Accel-Buffering", "no");  // nginx would keep events back
  response.is_stream = true;
  return response;
}

bool accepts_gzip(const HttpRequest& request) {
  return request.header("accept-encoding").find("gzip") != std::string_view::npos;
}

HttpResponse asset_response(const PageAsset& asset, const HttpRequest& request) {
  HttpResponse response =
      text_response(200, std::string(asset.type),
                    accepts_gzip(request) ? std::string(asset.packed) : unpacked(asset.packed));
  if (accepts_gzip(request)) response.headers.emplace_back("Content-Encoding", "gzip");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  return response;
}

// A document is only sent if it is another one than the browser has.
HttpResponse tagged(const SentDocument& document, const HttpRequest& request) {
  HttpResponse response{.body = document.text};
  if (request.header("if-none-match") == document.tag) response.status = 304;
  response.headers.emplace_back("ETag", document.tag);
  return response;
}

}  // namespace

Api::Api(std::shared_ptr<Store> store, GuardOptions guard, bool allow_edit)
    : guard_(std::move(guard)), allow_edit_(allow_edit), studies_(std::move(store)) {}

void Api::answer(const HttpRequest& asked, const Reply& send) {
  const Reply reply = [send](HttpResponse response) {
    add_security_headers(response);
    response.headers.emplace_back("Cache-Control", "no-cache");
    send(std::move(response));
  };
  HttpRequest request = asked;
  if (std::optional<HttpResponse> response = guard_.check(request)) return reply(*std::move(response));
  const std::optional<Segments> place = segments_of(request.path);
  if (!place || place->empty()) return reply(nothing_there());
  try {
    const bool is_read = request.method == "GET" || request.method == "HEAD";
    if (place->front() != "api")
      reply(is_read ? file(request) : error_response(405, "there is only something to read here"));
    else if (is_read)
      get(request, *place, reply);
    else if (request.method == "POST")
      reply(post(request, *place));
    else
      reply(error_response(405, "GET and POST are understood here"));
  } catch (const InvalidArgument& error) {
    reply(error_response(request.method == "POST" ? 400 : 404, error.what()));
  } catch (const StoreUnreachable& error) {
    reply(error_response(503, error.what()));
  }
}

HttpResponse Api::file(const HttpRequest& request) const {
  if (request.path == "/")
    return text_response(200, "text/html; charset=utf-8", dashboard_page(CRAGGY_VERSION));
  if (request.path == "/script.js") return asset_response(script_asset(), request);
  if (request.path == "/style.css") return asset_response(style_asset(), request);
  return nothing_there();
}

void Api::get(const HttpRequest& request, const Segments& place, const Reply& reply) {
  if (place.size() < 2) return reply(nothing_there());
  const std::string& what = place[1];
  if (place.size() == 2 && what == "events") return reply(event_stream());
  if (place.size() == 2 && what == "server")
    return reply(json_response(text_of({{"version", CRAGGY_VERSION}, {"editable", allow_edit_}})));
  if (place.size() == 2 && what == "studies") return reply(json_response(studies_.list()));
  if (place.size() == 2 && what == "curves")
    return reply(json_response(studies_.curves(value_of(request.query, "match", "*"))));
  if (place.size() > 2 && what == "studies") return get_of_study(request, place, reply);
  reply(nothing_there());
}

void Api::get_of_study(const HttpRequest& request, const Segments& place, const Reply& reply) {
  const std::string& name = place[2];
  if (place.size() == 3) return reply(tagged(studies_.page(name), request));
  const std::string& what = place[3];
  if (place.size() == 4 && what == "changes") {
    const auto since = number_in<std::int64_t>(value_of(request.query, "since", "0"));
    if (!since) return reply(error_response(400, "since has to be a revision, a whole number"));
    return reply({.body = studies_.changes(name, *since)});
  }
  const std::shared_ptr<const StudyView> view = studies_.view(name);
  if (place.size() == 5 && what == "trials") {
    const auto number = number_in<TrialNumber>(place[4]);
    const std::optional<TrialRecord> record = number ? view->trial(*number) : std::nullopt;
    if (!record) return reply(error_response(404, "the study has no such trial"));
    return reply(json_response(text_of(runs::trial_page_json(*view, *record, all_printed))));
  }
  if (place.size() == 4 && what == "next")
    return models_.ask({.view = view, .model = {}, .part = ModelRequest::Part::next}, reply);
  if (place.size() < 5 || what != "models") return reply(nothing_there());
  ModelRequest wanted{.view = view, .model = place[4]};
  wanted.through = value_of(request.query, "through", "best");
  if (place.size() == 6 && place[5] == "slices") wanted.part = ModelRequest::Part::slices;
  if (place.size() == 6 && place[5] == "grid") {
    wanted.part = ModelRequest::Part::grid;
    wanted.row = value_of(request.query, "row", "");
    wanted.column = value_of(request.query, "column", "");
  }
  if (place.size() > 6 || (place.size() == 6 && wanted.part == ModelRequest::Part::overview))
    return reply(nothing_there());
  models_.ask(std::move(wanted), reply);
}

HttpResponse Api::post(const HttpRequest& request, const Segments& place) {
  if (!allow_edit_)
    return error_response(403, "this dashboard only shows; 'craggy dashboard --allow-edit' changes");
  if (place.size() < 4 || place[1] != "studies") return nothing_there();
  const Json body = Json::parse(request.body, nullptr, false);
  if (!body.is_object()) return error_response(400, "the body has to be a JSON object");
  const auto has_text = [&](const char* key) { return body.contains(key) && body[key].is_string(); };
  Study study = Study::open(studies_.store(), place[2], to_change);
  if (place.size() == 4 && place[3] == "enqueue") {
    if (!body.contains("params")) return error_response(400, "params are missing");
    const TrialNumber trial = study.enqueue(parse_params(study.space(), body["params"].dump()));
    return json_response(text_of({{"trial", trial}}));
  }
  if (place.size() == 4 && place[3] == "remarks") {
    if (!has_text("text")) return error_response(400, "text has to be there, and to be a string");
    study.set_note(runs::remarks_note, body["text"].get<std::string>());
    return json_response("{}");
  }
  if (place.size() == 6 && place[3] == "trials" && place[5] == "fail") {
    const auto number = number_in<TrialNumber>(place[4]);
    if (!number) return nothing_there();
    if (body.contains("message") && !has_text("message"))
      return error_response(400, "message has to be a string");
    const std::string message = body.value("message", "");
    study.fail(*number, {.message = message.empty() ? "given up in the dashboard" : message});
    return json_response("{}");
  }
  return nothing_there();
}

}  // namespace craggy::cli
