// What was told of a trial by mistake, put right; what was told before is kept.
#pragma once

#include <variant>

#include <craggy/stores/store.hpp>

#include "stores/backend.hpp"

namespace craggy::stores {

using Correction = std::variant<Result, Failure>;

/// As Store::correct. `known` is what is remembered of the study's results.
Told correct(Transaction& transaction, StudyId study, TrialNumber number, const Correction& correction,
             const Worker& worker, std::optional<ConstraintCount>& known);

}  // namespace craggy::stores
