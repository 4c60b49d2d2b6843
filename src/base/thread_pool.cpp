#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <craggy/base/thread_pool.hpp>

namespace craggy {
namespace {

// True on a thread that is inside a loop body: a nested loop then runs inline and cannot wait for itself.
thread_local bool inside_loop_body = false;

}  // namespace

struct ThreadPool::Shared {
  std::mutex one_loop_at_a_time;  // several callers may share a pool
  std::mutex mutex;
  std::condition_variable work_arrived;
  std::condition_variable work_done;
  const std::function<void(std::size_t)>* body = nullptr;
  std::size_t count = 0;
  std::size_t next = 0;
  std::size_t running = 0;
  std::size_t failed_index = 0;
  std::exception_ptr failure;
  bool ending = false;
  std::vector<std::jthread> threads;

  // Takes indices until none is left. Called with the lock held; releases it around each body.
  void work(std::unique_lock<std::mutex>& lock) {
    while (body != nullptr && next < count) {
      const std::size_t index = next++;
      const auto& current = *body;
      ++running;
      lock.unlock();
      std::exception_ptr caught;
      inside_loop_body = true;
      try {
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
  shared_->count = count;
  shared_->next = 0;
  shared_->failure = nullptr;
  shared_->work_arrived.notify_all();
  shared_->work(lock);
  shared_->work_done.wait(lock, [this] { return shared_->running == 0 && shared_->next >= shared_->count; });
  shared_->body = nullptr;
  if (shared_->failure) std::rethrow_exception(shared_->failure);
}

}  // namespace craggy
