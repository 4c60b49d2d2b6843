// `craggy posterior STUDY`: what a study's surrogate believes, as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "context.hpp"

namespace craggy::cli {

struct StudyPosteriorOptions {
  std::string study;
  std::string store;
  std::string model;
  std::vector<std::string> at;      // points, as in look.hpp
  std::vector<std::string> slices;  // names of parameters
  std::vector<std::string> grids;   // pairs of them, "lr,depth"
  std::string through;              // the point that slices and grids go through
  std::uint64_t threads = 0;
  bool json = false;
};

/// Returns the exit code.
int study_posterior(const StudyPosteriorOptions& options, const Context& context);

}  // namespace craggy::cli
