#include "testbeds/value_servers.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

namespace craggy::testbeds {

double ValueServers::ask(const std::string& request, const std::string& about) {
  constexpr std::string_view value = "value ";
  constexpr std::string_view error = "error ";
  const std::string answer = exchange(request);
  if (answer.starts_with(error)) throw Error(fmt::format("{}: {}", about, answer.substr(error.size())));
  if (answer.starts_with(value)) {
    const char* begin = answer.c_str() + value.size();
    char* end = nullptr;
    const double number = std::strtod(begin, &end);
    if (end != begin && *end == '\0' && std::isfinite(number)) return number;
  }
  throw Error(
      fmt::format("{}: the helper said '{}', but it has to say 'value V' or 'error TEXT'", about, answer));
}

// A helper goes back only after a good conversation, so a broken one is not asked again.
std::string ValueServers::exchange(const std::string& request) {
  std::unique_ptr<LineProcess> server = take();
  std::string answer = server->exchange(request);
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(server));
  return answer;
}

std::unique_ptr<LineProcess> ValueServers::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<LineProcess> server = std::move(idle_.back());
      idle_.pop_back();
      return server;
    }
  }
  return std::make_unique<LineProcess>(options_());
}

}  // namespace craggy::testbeds
