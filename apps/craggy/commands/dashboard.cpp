// `craggy dashboard`: the studies of a store in a browser, while they run.
#include <array>
#include <cstdlib>
#include <random>

#include <fmt/format.h>

#include <craggy/stores/url.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "dashboard/api.hpp"
#include "dashboard/change_watch.hpp"
#include "dashboard/http_server.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {
namespace {

constexpr int usual_port = 8247;
constexpr std::size_t shortest_token = 16;
constexpr const char* token_variable = "CRAGGY_DASHBOARD_TOKEN";

struct DashboardCommand {
  std::string store = default_store;
  HttpAddress address{.host = "127.0.0.1", .port = usual_port};
  GuardOptions guard;
  bool allow_edit = false;
  bool quiet = false;
};

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int i = 0; i < 8; ++i) token += fmt::format("{:08x}", source());
  return token;
}

std::string base_path_of(std::string path) {
  while (path.ends_with('/')) path.pop_back();
  if (!path.empty() && !path.starts_with('/')) path.insert(path.begin(), '/');
  if (path.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-_.~") !=
      std::string::npos)
    fail_argument("--base-path", fmt::format("'{}'", path), "it has to be a path such as /craggy");
  // Browsers take these for another machine or for another path.
  for (const char* part : {"//", "/./", "/../"})
    if ((path + '/').find(part) != std::string::npos)
      fail_argument("--base-path", fmt::format("'{}'", path), "it may not have an empty part, '.' or '..'");
  return path;
}

void check(DashboardCommand& command) {
  std::string& token = command.guard.token;
  if (const char* given = std::getenv(token_variable); token.empty() && given != nullptr) token = given;
  if (token == "random") token = random_token();
  if (!token.empty() && token.size() < shortest_token)
    throw InvalidArgument(fmt::format(
        "the token has to have at least {} characters; --token random makes one", shortest_token));
  if (token.empty() && !is_loopback(command.address.host))
    fail_argument("--host", fmt::format("'{}'", command.address.host),
                  "others could read the studies there; give a --token, such as --token random");
}

bool parse(Arguments arguments, const Context& context, DashboardCommand& command) {
  OptionParser parser(
      "dashboard",
      "Shows the studies of a store in a browser, and follows them while they run: the views of 'craggy "
      "report', live. It only reads, takes part in no study, and is stopped with Ctrl-C.");
  add_store_option(parser, command.store);
  parser.group("Address");
  parser.text("--host", "HOST", command.address.host,
              "Address to listen on; any but this machine's own needs a token");
  std::int64_t port = usual_port;
  parser.whole("--port", port, 0, "Port to listen on; 0 is any that is free");
  parser.text("--base-path", "PATH", command.guard.base_path,
              "Where a reverse proxy has it, such as /craggy, if it hands that on");
  parser.repeated(
      "--host-name", "NAME", [&](const std::string& name) { command.guard.host_names.push_back(name); },
      "A name by which browsers may ask for it, beside localhost and this machine's own; may be given several times");
  parser.group("Access");
  parser.text(
      "--token", "TEXT", command.guard.token,
      fmt::format("Who wants to see something has to give it; 'random' makes one. Also from {}, which other "
                  "users of this machine cannot read",
                  token_variable));
  parser.flag("--allow-edit", command.allow_edit,
              "Points can be enqueued, trials marked as failed, and remarks written");
  parser.flag("--quiet", command.quiet, "Print the address only");
  parser.examples({"craggy dashboard", "craggy dashboard --store postgresql://me@db/studies --port 9000",
                   "craggy dashboard --host 0.0.0.0 --token random", "craggy dashboard --base-path /craggy"});
  if (!parser.parse(arguments, context)) return false;
  constexpr std::int64_t largest_port = 65535;
  if (port > largest_port) fail_argument("--port", fmt::format("{}", port), "it has to be at most 65535");
  // Of a variable that is not set: whoever gives it does not mean "no token".
  if (parser.given("--token") && command.guard.token.empty())
    fail_argument("--token", "empty", "leave it out to need none, or let 'random' make one");
  command.address.port = static_cast<int>(port);
  command.guard.base_path = base_path_of(command.guard.base_path);
  check(command);
  return true;
}

std::string address_text(const DashboardCommand& command, int port) {
  std::string host = command.address.host;
  if (host == "0.0.0.0" || host == "::") host = "localhost";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}{}/", host, port, command.guard.base_path);
}

}  // namespace

int dashboard(Arguments arguments, const Context& context) {
  DashboardCommand command;
  if (!parse(arguments, context, command)) return exit_done;
  const std::shared_ptr<Store> store = open_existing_store(command.store, context.stop);
  HttpServer server(command.address);
  Api api(store, command.guard, command.allow_edit);
  const ChangeWatch watch(store, server);
  const std::string address = address_text(command, server.port());
  context.out << address << '\n' << std::flush;
  if (!command.quiet && !command.guard.token.empty())
    context.err << fmt::format("the token is {}; {}?token={} brings it along\n", command.guard.token, address,
                               command.guard.token);
  if (!command.quiet) context.err << "Ctrl-C ends it\n" << std::flush;
  server.run([&](const HttpRequest& request, const Reply& reply) { api.answer(request, reply); },
             context.stop);
  return exit_done;
}

}  // namespace craggy::cli
