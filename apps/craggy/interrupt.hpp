// Ctrl-C as stop tokens: the first asks the command to end cleanly, the second to end what it runs, the third
// ends the process at once.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace craggy::cli {

/// Has to be made before any other thread is started, since threads inherit which signals they leave alone.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  std::stop_token abort_token() const { return abort_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_source abort_;
  std::atomic<bool> ending_ = false;
  sigset_t mask_before_{};
  std::thread thread_;
};

}  // namespace craggy::cli
