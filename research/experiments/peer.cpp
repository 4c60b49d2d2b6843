#include "experiments/peer.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "problems/space.hpp"
#include "testbeds/python_helper.hpp"

namespace craggy::experiments {
namespace {

using Json = nlohmann::json;
using testbeds::LineProcess;

constexpr std::string_view folder = "rivals";
constexpr std::chrono::minutes longest_suggestion{30};  // robust relevance pursuit on a busy machine
constexpr std::size_t longest_quotation = 200;          // characters of an answer that makes no sense

struct Entry {
  std::string name;
  std::string environment;  // HEBO needs older versions of what the others need
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {{"peer/botorch", "rivals"},    {"peer/botorch-rrp", "rivals"},
                                         {"peer/optuna-tpe", "rivals"}, {"peer/optuna-gp", "rivals"},
                                         {"peer/hebo", "rivals-hebo"},  {"peer/smac", "rivals"},
                                         {"peer/cma", "rivals"}};
  return all;
}

const std::string& environment_of(const std::string& name) {
  check_known("the peer", name, peer_names());
  return std::find_if(entries().begin(), entries().end(),
                      [&](const Entry& entry) { return entry.name == name; })
      ->environment;
}

std::string name_there(const std::string& name) { return name.substr(name.find('/') + 1); }

testbeds::LineProcessOptions process_options(const std::string& name) {
  return {.command = testbeds::python_command(folder, "peer_server.py", environment_of(name)),
          .name = name,
          .answer_limit = longest_suggestion};
}

[[noreturn]] void fail_answer(const std::string& name, std::string answer, std::string_view rule) {
  if (answer.size() > longest_quotation) answer = answer.substr(0, longest_quotation) + "…";
  throw Error(fmt::format("{} said '{}', but {}", name, answer, rule));
}

// What the answer has under `key`.
Json exchange(LineProcess& process, const std::string& name, const Json& request, const char* key,
              const std::stop_token& stop = {}) {
  const std::string line = process.exchange(request.dump(), stop);
  constexpr bool may_throw = false;
  const Json answer = Json::parse(line, nullptr, may_throw);
  if (answer.is_object() && answer.contains("error") && answer["error"].is_string())
    throw Error(fmt::format("{}: {}", name, answer["error"].get<std::string>()));
  if (!answer.is_object() || !answer.contains(key))
    fail_answer(name, line,
                fmt::format("it has to answer '{}' with '{}'", request["op"].get<std::string>(), key));
  return answer[key];
}

Json range(const char* kind, double low, double high, bool log) {
  return {{"kind", kind}, {"low", low}, {"high", high}, {"log", log}};
}

Json kind_json(const Float& real) { return range("float", real.low, real.high, real.log); }
Json kind_json(const Int& whole) {
  return range("int", static_cast<double>(whole.low), static_cast<double>(whole.high), whole.log);
}
Json kind_json(const Step&) {
  throw InvalidArgument("peers take no steps; whole numbers can stand for them");
}
Json kind_json(const Categorical& names) { return {{"kind", "categorical"}, {"choices", names.choices}}; }
Json kind_json(const Bool&) { return kind_json(Categorical{{"false", "true"}}); }

Json parameters_json(const Space& space) {
  Json parameters = Json::array();
  for (const Parameter& parameter : space.parameters()) {
    if (parameter.condition)
      throw InvalidArgument(fmt::format(
          "'{}' has a condition, but peers take parameters that are always active", parameter.name));
    parameters.push_back(std::visit([](const auto& domain) { return kind_json(domain); }, parameter.domain));
  }
  return parameters;
}

}  // namespace

const std::vector<std::string>& peer_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Entry& entry : entries()) list.push_back(entry.name);
    return list;
  }();
  return names;
}

OptionTexts peer_options(const std::string& name) {
  LineProcess process(process_options(name));
  const Json options = [&] {
    try {
      return exchange(process, name, {{"op", "describe"}, {"name", name_there(name)}}, "options");
    } catch (const Error& error) {
      throw Error(
          fmt::format("{}; './run python {}' makes its environment", error.what(), environment_of(name)));
    }
  }();
  OptionTexts texts;
  for (const auto& [option, text] : options.items()) {
    if (!text.is_string()) fail_answer(name, options.dump(), "its options have to be texts");
    texts[option] = text.get<std::string>();
  }
  return texts;
}

PeerOptimiser::PeerOptimiser(std::string name, const problems::Problem& problem, std::uint64_t seed)
    : name_(std::move(name)),
      domain_(problem.domain),
      space_(problems::space_of(problem)),
      process_(process_options(name_)) {
  exchange(
      process_, name_,
      {{"op", "start"}, {"name", name_there(name_)}, {"parameters", parameters_json(space_)}, {"seed", seed}},
      "started");
}

std::vector<double> PeerOptimiser::ask(const std::stop_token& stop) {
  const Json answer = exchange(process_, name_, {{"op", "ask"}}, "x", stop);
  const auto is_number = [](const Json& each) { return each.is_number(); };
  if (!answer.is_array() || answer.size() != domain_.size() ||
      !std::all_of(answer.begin(), answer.end(), is_number))
    fail_answer(name_, answer.dump(), fmt::format("a point has {} numbers", domain_.size()));
  auto point = answer.get<std::vector<double>>();
  for (std::size_t q = 0; q < point.size(); ++q)
    if (!(point[q] >= domain_[q].low && point[q] <= domain_[q].high))
      fail_answer(name_, answer.dump(),
                  fmt::format("x{} has to lie in [{}, {}]", q + 1, domain_[q].low, domain_[q].high));
  try {
    space_.check(point);
  } catch (const InvalidArgument& error) {
    fail_answer(name_, answer.dump(), error.what());
  }
  return point;
}

void PeerOptimiser::tell(std::span<const double> point, double value) {
  exchange(process_, name_,
           {{"op", "tell"}, {"x", std::vector<double>(point.begin(), point.end())}, {"y", value}}, "told");
}

}  // namespace craggy::experiments
