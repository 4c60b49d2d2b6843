// Verdicts on a study as lines for a terminal.
#pragma once

#include <string>
#include <vector>

#include "runs/verdicts.hpp"

namespace craggy::cli {

/// A paragraph for each verdict that is at least so severe, with a heading; "" if there is none.
std::string verdict_lines(const std::vector<runs::Verdict>& verdicts, runs::Severity least,
                          std::size_t width);

}  // namespace craggy::cli
