// The trials of a study in another space: what fits, and what does not and why.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craggy/study/study.hpp>

namespace craggy::runs {

struct RefitOptions {
  std::map<std::string, std::string> fill{};  // the value that trials without one had of a parameter
  // Parameters that are gone: with the value that a trial has to have had to be taken over, or with none, if
  // any will do.
  std::map<std::string, std::optional<std::string>> dropped{};
};

struct Refitted {
  std::vector<Evaluation> evaluations{};
  // "3 trials lie outside of the bounds of lr=log(1e-4,0.01)", by the first reason of each.
  std::vector<std::string> left_out{};
  std::size_t num_left_out = 0;
  std::size_t num_without_noise = 0;  // whose noise is left out, as the surrogate takes none
};

/// Throws InvalidArgument for a name that is not a parameter's, for a parameter that trials have no value of,
/// and for a value to fill in that no trial needs.
Refitted refit(const std::vector<TrialRecord>& trials, const Space& there, const Space& here,
               bool takes_noise, const RefitOptions& options);

}  // namespace craggy::runs
