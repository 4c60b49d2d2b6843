// Functions that got a new version in glibc 2.35 and in the libstdc++ of GCC 12, so that what is linked with
// them does not run with older ones. Under their old versions they are in both. Calls come here by the
// linker's --wrap (python/wheel_targets.cmake), in wheels alone.
#include <condition_variable>
#include <mutex>

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {

double old_hypot(double x, double y);
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");
double __wrap_hypot(double x, double y);
double __wrap_hypot(double x, double y) { return old_hypot(x, y); }

// std::condition_variable::wait(lock): its object is the first argument.
void old_wait(std::condition_variable* condition, std::unique_lock<std::mutex>& lock);
__asm__(".symver old_wait, _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE@GLIBCXX_3.4.11");
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(std::condition_variable* condition,
                                                                      std::unique_lock<std::mutex>& lock);
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(std::condition_variable* condition,
                                                                      std::unique_lock<std::mutex>& lock) {
  old_wait(condition, lock);
}
}
// NOLINTEND(bugprone-reserved-identifier)
