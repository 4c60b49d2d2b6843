// A small fixed thread pool. The result of a parallel loop must not depend on the number of threads: the loop
// body writes only to what belongs to its index.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace craggy {

class ThreadPool {
 public:
  /// `num_threads` counts the calling thread, so 1 means no extra thread; 0 means as many as the machine has.
  explicit ThreadPool(std::size_t num_threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t num_threads() const;

  /// Calls body(i) for i in [0, count) and waits for all. If bodies throw, the exception of the smallest
  /// index is rethrown after the others have ended. A loop started from inside a body runs inline.
  void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

/// The loop on a pool that may be missing: without one it runs on the calling thread.
inline void parallel_for(ThreadPool* pool, std::size_t count, const std::function<void(std::size_t)>& body) {
  if (pool != nullptr) {
    pool->parallel_for(count, body);
  } else {
    for (std::size_t i = 0; i < count; ++i) body(i);
  }
}

}  // namespace craggy
