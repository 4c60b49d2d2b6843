// craggy's side of the launcher (keeper.hpp): one per process, started at the first command or before. Every
// command that runs takes some descriptors here, so with the launcher this process gets all that it may have;
// commands get the limit that was there before.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

#include "execution/descriptor.hpp"
#include "execution/keeper.hpp"

namespace craggy::execution {

struct LaunchRequest {
  std::string program;  // a path
  std::vector<std::string> arguments;
  std::vector<std::string> variables;  // NAME=VALUE
};

class Launcher {
 public:
  static Launcher& shared();

  Launcher();
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// Has a keeper start the program, in our working folder; the keeper reports to the other end of `control`.
  /// From any thread. Throws std::system_error.
  void launch(const LaunchRequest& request, int control, int input, int output, int errors);

 private:
  void start();

  rlimit num_files_{};  // open at a time, as whoever started us wanted it
  std::mutex mutex_;
  Descriptor socket_;
  pid_t pid_ = -1;
};

}  // namespace craggy::execution
