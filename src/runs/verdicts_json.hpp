// Verdicts as JSON: [{"id", "severity", "sentence", "advice", "evidence"}], the severest first.
#pragma once

#include <span>

#include "runs/verdict.hpp"

namespace craggy::runs {

Json verdicts_json(std::span<const Verdict> verdicts);

}  // namespace craggy::runs
