// Why a trial's point was chosen, as one sentence.
#pragma once

#include <optional>
#include <string>

#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy::runs {

/// "The latent model expected 0.42 ± 0.10 here, 0.03 better than the best so far (trial 7); …". `best_before`
/// is the best trial that the suggestion has seen (StudyView::best_seen_by).
std::string reason_sentence(const TrialRecord& record, Direction direction,
                            const std::optional<TrialRecord>& best_before);

/// "It learned from 160 of 1200 evaluations: …".
std::string active_sentence(const ActiveData& active);

}  // namespace craggy::runs
