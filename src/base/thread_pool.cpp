#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <craggy/base/thread_pool.hpp>

#include "base/cancellation.hpp"

namespace craggy {
namespace {

// True on a thread that is inside a loop body: a nested loop then runs inline and cannot wait for itself.
thread_local bool inside_loop_body = false;

// Loops often follow one another within microseconds, while to wake a thread that sleeps takes some ten of
// them. So who has nothing to do looks out for a short while before it goes to sleep.
template <class Condition>
void look_out_for(const Condition& condition) {
  constexpr auto patience = std::chrono::microseconds(50);
  const auto begin = std::chrono::steady_clock::now();
  while (!condition() && std::chrono::steady_clock::now() - begin < patience) std::this_thread::yield();
}

}  // namespace

struct ThreadPool::Shared {
  std::mutex one_loop_at_a_time;  // several callers may share a pool
  std::mutex mutex;
  std::condition_variable work_arrived;
  std::condition_variable work_done;
  const std::function<void(std::size_t)>* body = nullptr;
  const StopScope* stop_scope = nullptr;  // of the thread that began the loop
  std::size_t count = 0;
  std::size_t next = 0;
  std::atomic<std::size_t> running = 0;          // these two are changed under the lock only, but looked at
  std::atomic<std::size_t> num_loops_begun = 0;  // without it
  std::size_t failed_index = 0;
  std::exception_ptr failure;
  bool ending = false;
  std::vector<std::jthread> threads;

  // Takes indices until none is left. Called with the lock held; releases it around each body.
  void work(std::unique_lock<std::mutex>& lock) {
    while (body != nullptr && next < count) {
      const std::size_t index = next++;
      const auto& current = *body;
      const StopScope* lent = stop_scope;
      ++running;
      lock.unlock();
      std::exception_ptr caught;
      inside_loop_body = true;
      try {
        const BorrowedStopScope scope(lent);
        current(index);
      } catch (...) {
        caught = std::current_exception();
      }
      inside_loop_body = false;
      lock.lock();
      --running;
      if (caught && (!failure || index < failed_index)) {
        failure = caught;
        failed_index = index;
      }
    }
    if (running == 0) work_done.notify_all();
  }

  void serve() {
    std::unique_lock lock(mutex);
    while (true) {
      const std::size_t num_loops = num_loops_begun;
      lock.unlock();
      look_out_for([&] { return num_loops_begun != num_loops; });
      lock.lock();
      work_arrived.wait(lock, [this] { return ending || (body != nullptr && next < count); });
      if (ending) return;
      work(lock);
    }
  }
};

ThreadPool::ThreadPool(std::size_t num_threads) : shared_(std::make_unique<Shared>()) {
  if (num_threads == 0) num_threads = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < num_threads; ++i) shared_->threads.emplace_back([this] { shared_->serve(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->ending = true;
  }
  shared_->work_arrived.notify_all();
}

std::size_t ThreadPool::num_threads() const { return shared_->threads.size() + 1; }

void ThreadPool::parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
  if (shared_->threads.empty() || count <= 1 || inside_loop_body) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  const std::scoped_lock only_loop(shared_->one_loop_at_a_time);
  std::unique_lock lock(shared_->mutex);
  shared_->body = &body;
  shared_->stop_scope = StopScope::current();
  shared_->count = count;
  shared_->next = 0;
  shared_->failure = nullptr;
  ++shared_->num_loops_begun;
  shared_->work_arrived.notify_all();
  shared_->work(lock);
  lock.unlock();
  look_out_for([this] { return shared_->running == 0; });
  lock.lock();
  shared_->work_done.wait(lock, [this] { return shared_->running == 0 && shared_->next >= shared_->count; });
  shared_->body = nullptr;
  if (shared_->failure) std::rethrow_exception(shared_->failure);
}

}  // namespace craggy
