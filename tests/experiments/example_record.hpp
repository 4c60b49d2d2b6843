// Records for tests, made up or run on a small budget.
#pragma once

#include <string>
#include <vector>

#include "experiments/protocol.hpp"
#include "experiments/record.hpp"

namespace craggy::experiments::testing {

/// Of "noiseless" on "beale" with awkward numbers.
inline Record example_record(std::uint32_t repetition = 0,
                             std::vector<double> values = {3.0, 0.1, 1e-300, -0.0}) {
  Record record;
  record.suite = "table1";
  record.problem = "beale";
  record.method = "noiseless";
  record.repetition = repetition;
  record.base_seed = 7;
  record.seed = repetition_seed(7, "beale", repetition);
  record.version = "0.1.0";
  record.simd = "v3";
  record.engine = "0123456789abcdef";
  record.options = {{"surrogate", "noiseless"}, {"acquisition", "ei"}};
  record.best = best_so_far(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    record.points.push_back({0.1 * static_cast<double>(i), -1.0 / 3.0});
    record.suggest_seconds.push_back(0.5 * static_cast<double>(i));
    record.suggest_total += record.suggest_seconds.back();
  }
  record.values = std::move(values);
  record.seconds = 12.25;
  return record;
}

}  // namespace craggy::experiments::testing
