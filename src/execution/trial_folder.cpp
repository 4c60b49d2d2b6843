#include "execution/trial_folder.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

#include "execution/child_process.hpp"
#include "execution/descriptor.hpp"
#include "execution/output.hpp"

namespace craggy::execution {
namespace {

std::string temporary_folder() {
  const char* variable = std::getenv("TMPDIR");
  return variable == nullptr || *variable == '\0' ? "/tmp" : variable;
}

constexpr std::string_view prefix = "craggy-run-";
constexpr std::string_view parameters_name = "params.json";
constexpr std::string_view result_name = "result";

constexpr std::string_view more_descriptors = "fewer jobs, or a higher limit (ulimit -n), would help";

[[noreturn]] void fail(const std::string& what, int code) {
  throw Error(fmt::format("cannot write {}: {}; {}", what, std::generic_category().message(code),
                          is_shortage(code) ? more_descriptors : "TMPDIR says where the files of trials go"));
}

void write_file(const std::string& path, std::string_view content) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file.number() < 0) fail(path, errno);
  while (!content.empty()) {
    const ssize_t count = write(file.number(), content.data(), content.size());
    if (count < 0 && errno != EINTR) fail(path, errno);
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

NoResult unreadable(int code) {
  if (is_shortage(code))
    throw Error(fmt::format("a result file cannot be read: {}; {}", std::generic_category().message(code),
                            more_descriptors));
  return {fmt::format("the result file cannot be read: {}", std::generic_category().message(code))};
}

Descriptor open_folder(const std::string& path) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  return Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_ours(int folder) {
  struct stat status {};
  return fstat(folder, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

}  // namespace

void remove_abandoned_folders() {
  std::error_code failure;
  std::vector<std::string> abandoned;
  for (const auto& entry : std::filesystem::directory_iterator(temporary_folder(), failure))
    if (entry.path().filename().string().starts_with(prefix)) abandoned.push_back(entry.path().string());
  for (const std::string& path : abandoned) {
    const Descriptor folder = open_folder(path);
    if (folder.number() >= 0 && is_ours(folder.number()) && flock(folder.number(), LOCK_EX | LOCK_NB) == 0)
      std::filesystem::remove_all(path, failure);
  }
}

bool is_file_of_trials(std::string_view name) { return name == parameters_name || name == result_name; }

TrialFolder::TrialFolder(std::string_view parameters_json, const std::vector<TrialFile>& more) {
  // Until it is locked, somebody may take it for abandoned.
  do make_and_lock();
  while (lock_.number() < 0 || !std::filesystem::exists(path_));
  try {
    write_file(parameters_file(), parameters_json);
    for (const TrialFile& file : more) write_file(path_ + "/" + file.name, file.content);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    throw;
  }
}

std::string TrialFolder::parameters_file() const { return fmt::format("{}/{}", path_, parameters_name); }
std::string TrialFolder::result_file() const { return fmt::format("{}/{}", path_, result_name); }

void TrialFolder::make_and_lock() {
  path_ = fmt::format("{}/{}XXXXXX", temporary_folder(), prefix);
  if (mkdtemp(path_.data()) == nullptr) fail(fmt::format("a folder into {}", temporary_folder()), errno);
  lock_ = open_folder(path_);
  if (lock_.number() < 0 && errno != ENOENT) {
    const int code = errno;
    rmdir(path_.c_str());
    fail(path_, code);
  }
  // Where folders cannot be locked, as on some network drives, they are never taken for abandoned either.
  if (flock(lock_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) lock_.close();
}

TrialFolder::~TrialFolder() {
  std::error_code ignored;  // the result is known, and a destructor has nobody to tell
  std::filesystem::remove_all(path_, ignored);
}

std::optional<ParsedResult> TrialFolder::result() const {
  struct stat status {};
  if (lstat(result_file().c_str(), &status) != 0) {
    if (errno == ENOENT) return std::nullopt;
    return unreadable(errno);
  }
  // Whatever the command has made of it: opening a pipe must not wait for somebody who writes.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const Descriptor file(open(result_file().c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.number() < 0 && errno != ENXIO) return unreadable(errno);
  if (file.number() >= 0 && fstat(file.number(), &status) != 0) return unreadable(errno);
  if (!S_ISREG(status.st_mode))
    return NoResult{fmt::format("the result file is {}, not a file", kind_of(status.st_mode))};
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = read(file.number(), buffer.data(), buffer.size());
    if (count == 0) break;
    if (count < 0 && errno != EINTR) return unreadable(errno);
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > longest_line)
      return NoResult{fmt::format("the result file has more than {} bytes", longest_line)};
  }
  ParsedResult result = parse_result(text);
  if (auto* problem = std::get_if<NoResult>(&result))
    problem->reason = fmt::format("in the result file, {}", problem->reason);
  return result;
}

}  // namespace craggy::execution
