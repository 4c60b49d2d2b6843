// The best value so far as a curve in the terminal.
#pragma once

#include <string>
#include <vector>

#include <craggy/study/study_view.hpp>

#include "terminal.hpp"

namespace craggy::cli {

/// After each trial that has ended, from the first feasible value on.
std::vector<double> best_so_far(const std::vector<TrialRecord>& trials, Direction direction);

/// Whether values are all positive and so far apart that logarithms show more.
bool span_orders(const std::vector<double>& values);

/// "" before there are two values to join.
std::string best_curve(const std::vector<TrialRecord>& trials, Direction direction, const Terminal& terminal,
                       int height);

}  // namespace craggy::cli
