// The exit codes that scripts may rely on.
#pragma once

namespace craggy::cli {

enum ExitCode : int {
  exit_done = 0,
  exit_failed = 1,
  exit_misuse = 2,
  exit_all_failed = 3,  // every trial failed
  exit_store_unreachable = 4,
  exit_interrupted = 130,
};

}  // namespace craggy::cli
