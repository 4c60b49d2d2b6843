// Helper programs that say what an objective is at a point: as many of them as threads ask at once.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "testbeds/line_process.hpp"

namespace craggy::testbeds {

/// A helper answers a line with "value V" or "error TEXT". They start when they are needed and stay until
/// this object is gone. Any number of threads may ask.
class ValueServers {
 public:
  /// `options` is called for each helper that starts; what it throws goes to whoever asked.
  explicit ValueServers(std::function<LineProcessOptions()> options) : options_(std::move(options)) {}

  /// Throws Error, which begins with `about`, for an answer that is no finite number.
  double ask(const std::string& request, const std::string& about);

 private:
  std::string exchange(const std::string& request);
  std::unique_ptr<LineProcess> take();

  std::function<LineProcessOptions()> options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<LineProcess>> idle_;  // those that nobody talks to at the moment
};

}  // namespace craggy::testbeds
