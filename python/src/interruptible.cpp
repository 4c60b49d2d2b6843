#include "interruptible.hpp"

#include <sys/syscall.h>
#include <unistd.h>

namespace craggy::python {

// As the kernel sees it, which also holds after a fork.
bool answers_signals() { return syscall(SYS_gettid) == getpid(); }

}  // namespace craggy::python
