// Problems that are not the paper's: where the shipped default is compared with what it was before, so that
// the paper's remain a test of it. Textbook functions, a third of them turned so that their inputs mix, and
// jagged ones of our own.
#pragma once

#include <vector>

#include "problems/problem.hpp"

namespace craggy::problems {

const std::vector<Problem>& other_problems();

}  // namespace craggy::problems
