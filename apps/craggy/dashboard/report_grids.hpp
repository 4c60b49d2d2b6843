// The contours that a report carries: as many pairs of parameters as the file has room for.
#pragma once

#include <array>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/study/study_model.hpp>

#include "runs/json.hpp"

namespace craggy::cli {

/// All pairs of these parameters, those of the first few before any other.
std::vector<std::array<std::string, 2>> pairs_of(const std::vector<std::string>& names);

/// The same grid with its numbers in 256 steps, as contours are drawn with far fewer: {"low", "high",
/// "cells"} instead of rows of numbers. Of the acquisition, a logarithm, the best 12 units.
runs::Json in_steps(runs::Json grid);

/// The contours of a model through one point, of the most important parameters first. Those of the first four
/// are always there; the others, in less detail, as long as all of them take up to `room` bytes of the file.
runs::Json report_grids(const StudyModel& model, const std::vector<std::string>& by_importance,
                        const std::vector<double>& through, std::size_t room, const std::stop_token& stop);

}  // namespace craggy::cli
