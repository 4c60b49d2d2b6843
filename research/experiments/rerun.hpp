// Runs a recorded repetition again, to see whether it gives the same results.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

#include "experiments/record.hpp"

namespace craggy::experiments {

struct Rerun {
  // The first evaluation, from 0, after which the best values differ in a bit, or at which, where the record
  // has them, points or values do. Nothing if everything is the same.
  std::optional<std::size_t> difference{};
  double best = 0.0;           // after that evaluation, or at the end
  double recorded_best = 0.0;  // likewise
  bool same_engine = true;     // by its fingerprint
};

/// With the recorded seed and options. The SIMD level is the process's: that of the record has to be made the
/// default before. Throws InvalidArgument if the method has other options by now.
Rerun rerun(const Record& record, const std::stop_token& stop = {});

}  // namespace craggy::experiments
