#include "execution/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "execution/keeper.hpp"
#include "execution/launcher.hpp"

namespace craggy::execution {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

[[noreturn]] void throw_system_error(int code, const std::string& what) {
  throw std::system_error(code, std::generic_category(), what);
}

// 0 if it can be run, else the reason.
int reason_against(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) return EACCES;
  return access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

std::vector<std::string> variables_for(const CommandOptions& options) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!options.withheld_prefix.empty() && text.starts_with(options.withheld_prefix)) continue;
    const std::string name(text.substr(0, text.find('=')));
    if (std::find(options.withheld.begin(), options.withheld.end(), name) != options.withheld.end()) continue;
    if (!options.environment.contains(name)) variables.emplace_back(text);
  }
  for (const auto& [name, value] : options.environment)
    variables.push_back(fmt::format("{}={}", name, value));
  return variables;
}

Ends make_input(bool with_input) {
  if (with_input) return make_input_socket();
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  Ends ends{Descriptor(), Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC))};
  if (ends.theirs.number() < 0) throw_system_error(errno, "/dev/null");
  return ends;
}

// Whether there is something to be read, or the other end is closed, within `patience`.
bool is_readable(int descriptor, milliseconds patience) {
  const Clock::time_point deadline = Clock::now() + patience;
  for (;;) {
    const auto left = std::max(std::chrono::ceil<milliseconds>(deadline - Clock::now()), milliseconds(0));
    pollfd event = {descriptor, POLLIN, 0};
    const int count = poll(&event, 1, static_cast<int>(std::min(left, milliseconds(60'000)).count()));
    if (count > 0) return true;
    if (Clock::now() >= deadline) return false;
  }
}

// The next message of the keeper; nothing at its end.
std::optional<KeeperReport> receive(int control) {
  KeeperReport message{};
  ssize_t count = 0;
  do count = recv(control, &message, sizeof message, 0);
  while (count < 0 && errno == EINTR);
  if (count != static_cast<ssize_t>(sizeof message)) return std::nullopt;
  return message;
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.empty()) throw_system_error(ENOENT, name);
  if (name.find('/') != std::string::npos) {
    if (const int code = reason_against(name); code != 0) throw_system_error(code, name);
    return name;
  }
  const char* variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
  int code = ENOENT;
  for (;;) {
    const std::size_t colon = path.find(':');
    const std::string_view folder = path.substr(0, colon);
    std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    const int reason = reason_against(candidate);
    if (reason == 0) return candidate;
    if (reason == EACCES) code = EACCES;  // there is one, but it cannot be run
    if (colon == std::string_view::npos) throw_system_error(code, name);
    path.remove_prefix(colon + 1);
  }
}

bool is_shortage(int code) {
  constexpr std::array codes = {EMFILE, ENFILE, EAGAIN, ENOMEM, ENOBUFS, ETOOMANYREFS};
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

void prepare_to_start_commands() { Launcher::shared(); }

std::string describe(const Ending& ending) {
  switch (ending.kind) {
    case Ending::Kind::exited:
      return fmt::format("exited with status {}", ending.number);
    case Ending::Kind::signalled:
      return fmt::format("was ended by signal {} ({})", ending.number, strsignal(ending.number));
    case Ending::Kind::lost:
      break;
  }
  return "was lost: the process that watched it was killed";
}

ChildProcess::ChildProcess(const CommandOptions& options) {
  const std::string name = options.command.empty() ? "" : options.command.front();
  const LaunchRequest request{find_program(name), options.command, variables_for(options)};
  Ends in = make_input(options.with_input);
  Ends out = make_output_pipe();
  Ends err = make_output_pipe();
  Ends control = make_message_socket();
  Launcher::shared().launch(request, control.theirs.number(), in.theirs.number(), out.theirs.number(),
                            err.theirs.number());
  control.theirs.close();  // so that a keeper's end is seen
  const std::optional<KeeperReport> first = receive(control.ours.number());
  if (!first) throw_system_error(ECHILD, name);
  if (first->kind == KeeperReport::not_started) throw_system_error(first->number, name);
  pid_ = first->number;
  input = std::move(in.ours);
  output = std::move(out.ours);
  errors = std::move(err.ours);
  control_ = std::move(control.ours);
}

ChildProcess::~ChildProcess() { end(std::chrono::seconds(2)); }

std::optional<Ending> ChildProcess::ending() { return wait(milliseconds(0)); }

std::optional<Ending> ChildProcess::wait(milliseconds patience) {
  if (ending_ || control_.number() < 0 || !is_readable(control_.number(), patience)) return ending_;
  const std::optional<KeeperReport> report = receive(control_.number());
  if (!report)
    ending_ = {Ending::Kind::lost, 0};
  else
    ending_ = {report->kind == KeeperReport::exited ? Ending::Kind::exited : Ending::Kind::signalled,
               report->number};
  return ending_;
}

void ChildProcess::terminate() { order(static_cast<char>(KeeperOrder::terminate)); }

bool ChildProcess::end_all(milliseconds patience) {
  if (control_.number() < 0) return true;
  order(static_cast<char>(KeeperOrder::end_all));
  const Clock::time_point deadline = Clock::now() + patience;
  bool gone = false;
  while (!gone) {
    const auto left = std::max(std::chrono::ceil<milliseconds>(deadline - Clock::now()), milliseconds(0));
    if (!is_readable(control_.number(), left)) break;
    gone = !receive(control_.number());
  }
  control_.close();
  return gone;
}

std::string ChildProcess::end(milliseconds patience) {
  if (control_.number() < 0) return "";
  input.close();
  const std::optional<Ending> by_itself = wait(patience);
  if (!by_itself) {
    terminate();
    wait(milliseconds(500));
  }
  end_all();
  return by_itself ? describe(*by_itself) : "";
}

void ChildProcess::order(char what) const {
  if (control_.number() >= 0) send(control_.number(), &what, 1, MSG_NOSIGNAL);
}

}  // namespace craggy::execution
