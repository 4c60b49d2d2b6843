// Whether older_libraries.cpp can be linked: a program that calls both.
#include <cmath>
#include <condition_variable>
#include <mutex>

int main(int num_arguments, char** /*arguments*/) {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  if (num_arguments > 1) condition.wait(lock);
  return std::hypot(3.0 * num_arguments, 4.0) > 5.0 ? 1 : 0;
}
