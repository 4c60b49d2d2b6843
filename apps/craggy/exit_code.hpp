// The exit codes that scripts may rely on.
#pragma once

namespace craggy::cli {

enum ExitCode : int {
  exit_done = 0,
  exit_failed = 1,
  exit_misuse = 2,
  exit_interrupted = 130,
};

}  // namespace craggy::cli
