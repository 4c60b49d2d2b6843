// Progress of `craggy experiment run`: what is done, what is running, how long it will take, what failed.
#pragma once

#include <chrono>
#include <string>

#include "context.hpp"
#include "experiments/runner.hpp"
#include "progress.hpp"

namespace craggy::cli {

class RunProgress {
 public:
  RunProgress(const Context& context, const experiments::Plan& plan, bool quiet);

  void show(experiments::RunEvent event, const experiments::RunState& state);

 private:
  std::ostream& err_;
  std::size_t num_stored_;
  Progress progress_;
  bool live_;
  std::chrono::steady_clock::time_point shown_{};
};

/// "12/80 done, about 3 min 05 s left; latent on shubert01 #4 47/100".
std::string progress_line(const experiments::RunState& state, std::size_t num_stored);

}  // namespace craggy::cli
