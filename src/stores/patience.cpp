#include "stores/patience.hpp"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "base/cancellation.hpp"
#include "base/check.hpp"

namespace craggy::stores {

std::chrono::milliseconds usual_patience() {
  constexpr const char* variable = "CRAGGY_STORE_PATIENCE";
  constexpr double longest = 1e7;            // seconds, about four months
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody here sets variables
  if (text == nullptr || *text == '\0') return std::chrono::minutes(2);
  const std::string_view said = text;
  double seconds = 0.0;
  const auto [end, error] = std::from_chars(said.data(), said.data() + said.size(), seconds);
  if (error != std::errc() || end != said.data() + said.size() || !(seconds >= 0.0 && seconds <= longest))
    fail_argument(fmt::format("the variable {}", variable), fmt::format("'{}'", said),
                  "it has to be a number of seconds from 0 to 10000000, such as 120");
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

Patience::Patience(const StoreOptions& options, std::chrono::microseconds first,
                   std::chrono::microseconds longest)
    : limit_(options.give_up_after ? *options.give_up_after : usual_patience()),
      stop_(options.stop),
      first_(first),
      longest_(longest),
      next_(first),
      begun_(std::chrono::steady_clock::now()),
      stream_(static_cast<std::uint64_t>(getpid())) {}

void Patience::begin() {
  begun_ = std::chrono::steady_clock::now();
  next_ = first_;
}

bool Patience::allows_more() const {
  throw_if_stopped(stop_);
  return std::chrono::steady_clock::now() < begun_ + limit_;
}

bool Patience::pause() {
  throw_if_stopped(stop_);
  const auto left = begun_ + limit_ - std::chrono::steady_clock::now();
  if (left.count() <= 0) return false;
  const auto length = std::chrono::duration_cast<std::chrono::microseconds>(next_ * stream_.uniform());
  next_ = std::min(2 * next_, longest_);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop_, std::min<std::chrono::nanoseconds>(length, left), [] { return false; });
  throw_if_stopped(stop_);
  return true;
}

}  // namespace craggy::stores
