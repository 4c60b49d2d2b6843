// All problems of [Bodin2020, table of domains], the formulas, the neural networks and the robot, and by
// their names the others. In a build without the paper's experiments only the formulas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problems/problem.hpp"

namespace craggy::testbeds {

/// In the order of the paper's table.
const std::vector<problems::Problem>& all_problems();

/// Their names, and behind them those of problems::other_problems().
std::vector<std::string> problem_names();

/// Throws InvalidArgument, with a list and a guess at what was meant, unless find_problem knows the name.
/// Makes no problem.
void check_problem_name(std::string_view name);

/// The problem of that name: the paper's, another, a generated one ("generated_17"), a function of BBOB
/// ("bbob_f15_d5_i3") or a table of hyperparameters ("hpo_car"). An unknown name throws InvalidArgument with
/// a list and a guess at what was meant.
const problems::Problem& find_problem(std::string_view name);

}  // namespace craggy::testbeds
