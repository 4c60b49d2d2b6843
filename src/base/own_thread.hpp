// One thread for work that many threads have to have done, one after the other. What the allocator keeps of
// memory that was given back it keeps per thread, or for a few threads together: work that takes much would
// else leave much with each thread that did it once.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace craggy {

class OwnThread {
 public:
  OwnThread() = default;
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  /// Calls `work` on that thread, which begins with the first call, and waits until it has ended; what it
  /// throws is thrown here. Calls may come from several threads. Where the system has no thread left, it is
  /// called here.
  void run(const std::function<void()>& work);

 private:
  void serve();

  std::mutex one_call_at_a_time_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;
  std::exception_ptr failure_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace craggy
