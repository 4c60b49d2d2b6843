#include "base/own_thread.hpp"

#include <system_error>
#include <utility>

namespace craggy {

OwnThread::~OwnThread() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void OwnThread::run(const std::function<void()>& work) {
  const std::lock_guard only_call(one_call_at_a_time_);
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { serve(); });
    } catch (const std::system_error&) {
      return work();
    }
  }
  std::unique_lock lock(mutex_);
  work_ = &work;
  changed_.notify_all();
  changed_.wait(lock, [this] { return work_ == nullptr; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void OwnThread::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_ending_ || work_ != nullptr; });
    if (work_ == nullptr) return;
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*work_)();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    failure_ = std::move(failure);
    work_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace craggy
