#include "base/plain_reason.hpp"

#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

namespace craggy {
namespace {

// Threads and processes; of nothing else the system says "try again" to us.
constexpr std::string_view no_more_threads =
    "no further thread can be started; fewer jobs or threads, or higher limits (ulimit -u, ulimit -v), would help";

std::string of_file(const std::filesystem::filesystem_error& error) {
  std::string paths;
  for (const std::filesystem::path& path : {error.path1(), error.path2()})
    if (!path.empty()) paths += (paths.empty() ? "" : ", ") + path.string();
  return paths.empty() ? error.code().message() : fmt::format("{}: {}", paths, error.code().message());
}

}  // namespace

std::string plain_reason(const std::exception& error) {
  if (dynamic_cast<const Error*>(&error) != nullptr) return error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return "there is not enough memory; fewer jobs, or a higher limit (ulimit -v) where there is one, would help";
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return of_file(*file);
  if (const auto* system = dynamic_cast<const std::system_error*>(&error)) {
    if (system->code() == std::errc::resource_unavailable_try_again) return std::string(no_more_threads);
    return error.what();
  }
  return fmt::format("this is a fault of craggy itself, please report it: {}", error.what());
}

}  // namespace craggy
