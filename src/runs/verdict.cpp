#include "runs/verdict.hpp"

namespace craggy::runs {

std::string_view name_of(VerdictId id) {
  switch (id) {
    case VerdictId::at_bound:
      return "at_bound";
    case VerdictId::nothing_feasible:
      return "nothing_feasible";
    case VerdictId::failing_region:
      return "failing_region";
    case VerdictId::noisy:
      return "noisy";
    case VerdictId::not_predictive:
      return "not_predictive";
    case VerdictId::chains_disagree:
      return "chains_disagree";
    case VerdictId::converged:
      return "converged";
    case VerdictId::optimiser_is_the_cost:
      return "optimiser_is_the_cost";
  }
  return "";
}

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::severe:
      return "severe";
  }
  return "";
}

}  // namespace craggy::runs
