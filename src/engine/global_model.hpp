// A model of all observations of a history that is too long for the others: its hyper-parameters come from
// some of them, its predictions from the nearest ones.
#pragma once

#include "engine/encoded_history.hpp"
#include "engine/model.hpp"

namespace craggy {

/// `some` are the observations of the active set; the result's standardisation is theirs, and its objectives
/// are compressed as theirs are. A GP with related lengthscales, a sampled amplitude and one noise variance
/// that may be next to none, whatever surrogate was asked for.
Model fit_global_model(const SuggestOptions& asked, const Space& space, const History& whole,
                       const EncodedHistory& some, const FitSeed& seed, const EngineWarmState& warm,
                       ThreadPool* pool);

}  // namespace craggy
