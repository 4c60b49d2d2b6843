#include "runs/reason.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "runs/texts.hpp"

namespace craggy::runs {
namespace {

std::string beside_best(const Reason& reason, Direction direction, const TrialRecord& best) {
  const double sign = direction == Direction::minimise ? 1.0 : -1.0;
  const double gain = sign * (best.objective.value_or(reason.mean) - reason.mean);
  constexpr double negligible = 0.01;  // of a standard deviation
  if (std::abs(gain) <= negligible * reason.sd)
    return fmt::format("as good as the best so far (trial {})", best.number);
  const std::string what = fmt::format("than the best so far (trial {})", best.number);
  if (gain > 0.0) return fmt::format("{:.2g} better {}", gain, what);
  return fmt::format("{:.2g} worse {}{}", -gain, what,
                     2.0 * reason.sd > -gain ? ", which was within two standard deviations" : "");
}

std::string probabilities(const Reason& reason) {
  std::string text;
  if (reason.feasible) text += fmt::format("a probability of {:.2g} that it is feasible", *reason.feasible);
  if (reason.success)
    text += fmt::format("{}a probability of {:.2g} that the evaluation succeeds", text.empty() ? "" : " and ",
                        *reason.success);
  return text.empty() ? "" : "; with " + text;
}

// What the model has not seen, after the sentence that says what it expected.
std::string with_active(std::string sentence, const std::optional<ActiveData>& active) {
  return active ? sentence + " " + active_sentence(*active) : sentence;
}

}  // namespace

std::string active_sentence(const ActiveData& active) {
  const std::string ended = active.restarts == 0 ? ""
                            : active.restarts == 1
                                ? ", after one box had shrunk to nothing"
                                : fmt::format(", after {} boxes had shrunk to nothing", active.restarts);
  const std::string learned =
      fmt::format("learned from {} of {} evaluations", active.observations, active.of);
  if (active.everywhere)
    return fmt::format(
        "Its hyper-parameters were {}, its predictions came from the nearest ones of all: it looked all over "
        "the space{}.",
        learned, ended);
  return fmt::format(
      "It {}: those nearest to the box in which it searched ({:.2g} of each side of the space), the best, and "
      "a spread of the rest{}.",
      learned, active.side, ended);
}

std::string reason_sentence(const TrialRecord& record, Direction direction,
                            const std::optional<TrialRecord>& best_before) {
  if (!record.suggestion) return "It was given from outside, not suggested.";
  const Suggestion& suggestion = *record.suggestion;
  if (suggestion.initial) return "It belongs to the initial design: no model was asked.";
  if (!suggestion.reason && suggestion.surrogate == "random")
    return "It was drawn at random: no model was asked.";
  if (!suggestion.reason)
    return with_active(
        fmt::format("The {} model chose it; what it expected was not stored.", suggestion.surrogate),
        suggestion.active);
  const Reason& reason = *suggestion.reason;
  return with_active(fmt::format("The {} model expected {} here{}{}.", reason.model,
                                 with_uncertainty(reason.mean, reason.sd),
                                 best_before ? ", " + beside_best(reason, direction, *best_before)
                                             : ", before there was a best value",
                                 probabilities(reason)),
                     suggestion.active);
}

}  // namespace craggy::runs
