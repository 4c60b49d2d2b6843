// How a trial's parameters were chosen, as one JSON object: enough to compute the suggestion again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <craggy/engine/suggest.hpp>
#include <craggy/stores/records.hpp>

namespace craggy {

/// The trials that a suggestion has seen, as ranges of numbers (number_set.hpp). With their values they are
/// its history.
struct SeenTrials {
  std::string finished;
  std::string failed;
  std::string pending;

  bool operator==(const SeenTrials&) const = default;
};

struct StoredSuggestion {
  Suggestion suggestion;  // without parameters, which are stored beside it, and without warm state
  SeenTrials seen;
  // Where the point was another trial's by the time that it was computed: the trials that were there then, of
  // which none has the point that was taken instead.
  std::optional<SeenTrials> made_room_for{};
  std::optional<TrialNumber> warm_from;  // the trial whose warm state it began with
  std::string simd;                      // the level that it was computed on
};

std::string to_text(const StoredSuggestion& suggestion);

/// Throws InvalidArgument for other texts. What is missing, as older versions did not write it, is left open;
/// passes over what a newer version of craggy may have added.
StoredSuggestion parse_suggestion(std::string_view text);

}  // namespace craggy
