#include "stores/worker.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace craggy {
namespace {

std::string first_line(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

std::string host_name() {
  std::array<char, 256> buffer{};
  if (gethostname(buffer.data(), buffer.size() - 1) != 0) return "unknown";
  return buffer.data();
}

const std::string& machine() {
  static const std::string known = read_machine();
  return known;
}

struct ProcessState {
  char letter;
  std::int64_t start;  // in ticks since the boot
};

// Nothing if it cannot be read, as where other users' processes are hidden.
std::optional<ProcessState> process_state(std::int64_t process) {
  const std::string line = first_line(fmt::format("/proc/{}/stat", process));
  // The second field is the program's name in brackets, which may itself have brackets and blanks.
  const std::size_t name_end = line.rfind(") ");
  if (name_end == std::string::npos) return std::nullopt;
  std::string_view rest = std::string_view(line).substr(name_end + 2);
  if (rest.empty()) return std::nullopt;
  ProcessState state{rest.front(), 0};
  constexpr int fields_until_start = 19;  // from field 3, the state, to field 22
  for (int i = 0; i < fields_until_start; ++i) {
    const std::size_t blank = rest.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(blank + 1);
  }
  if (std::from_chars(rest.data(), rest.data() + rest.size(), state.start).ec != std::errc())
    return std::nullopt;
  return state;
}

// Killed, and nobody has asked for it yet.
bool has_ended(const ProcessState& state) { return state.letter == 'Z' || state.letter == 'X'; }

bool is_of_this_machine(const Worker& worker) {
  return worker.process > 0 && !worker.machine.empty() && worker.machine == machine();
}

}  // namespace

std::string read_machine() {
  const std::string boot = first_line("/proc/sys/kernel/random/boot_id");
  std::error_code failure;
  const std::filesystem::path processes = std::filesystem::read_symlink("/proc/self/ns/pid", failure);
  if (boot.empty() || failure) return {};
  const std::filesystem::path times = std::filesystem::read_symlink("/proc/self/ns/time", failure);
  return fmt::format("{} {}{}", boot, processes.string(),
                     failure ? std::string() : fmt::format(" {}", times.string()));
}

Worker this_process(std::string name) {
  Worker worker{.name = std::move(name), .host = host_name(), .machine = machine(), .process = getpid()};
  if (const auto state = process_state(worker.process)) worker.process_start = state->start;
  if (worker.name.empty()) worker.name = fmt::format("{}:{}", worker.host, worker.process);
  return worker;
}

Worker no_process(std::string name) {
  Worker worker{.name = std::move(name), .host = host_name()};
  if (worker.name.empty()) worker.name = worker.host;
  return worker;
}

bool is_gone(const Worker& worker) {
  if (!is_of_this_machine(worker)) return false;
  if (kill(static_cast<pid_t>(worker.process), 0) != 0 && errno == ESRCH) return true;
  const auto state = process_state(worker.process);
  return state && (has_ended(*state) || (worker.process_start != 0 && state->start != worker.process_start));
}

bool is_alive(const Worker& worker) {
  if (!is_of_this_machine(worker) || worker.process_start == 0) return false;
  const auto state = process_state(worker.process);
  return state && !has_ended(*state) && state->start == worker.process_start;
}

}  // namespace craggy
