// What can be said of a study's health, in words: a sentence, what to do about it, and the figures behind it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "runs/json.hpp"

namespace craggy::runs {

enum class VerdictId {
  at_bound,               // the best points are at a bound of a parameter
  nothing_feasible,       // no trial has given a value that counts
  failing_region,         // evaluations fail in one part of the space
  noisy,                  // values are noisy, and nobody said so
  not_predictive,         // the model predicts no better than the median
  chains_disagree,        // the fits have not converged
  converged,              // a further improvement is unlikely
  optimiser_is_the_cost,  // suggestions take longer than evaluations
};
inline constexpr std::array all_verdict_ids = {VerdictId::at_bound,       VerdictId::nothing_feasible,
                                               VerdictId::failing_region, VerdictId::noisy,
                                               VerdictId::not_predictive, VerdictId::chains_disagree,
                                               VerdictId::converged,      VerdictId::optimiser_is_the_cost};
std::string_view name_of(VerdictId id);  // "at_bound"

enum class Severity {
  note,     // worth knowing
  warning,  // the study gives less than it could
  severe,   // the study gives nothing as it is
};
std::string_view name_of(Severity severity);

struct Verdict {
  VerdictId id;
  Severity severity;
  std::string sentence;
  std::string advice;  // what to do, as one or two sentences
  Json evidence;       // an object of figures
};

}  // namespace craggy::runs
