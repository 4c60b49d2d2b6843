// What workers say of their trials: the first result wins, later ones are kept with their attempts.
#pragma once

#include <craggy/stores/store.hpp>

#include "stores/backend.hpp"

namespace craggy::stores {

/// As the functions of Store of the same names. What is not known yet of the study's results is looked up.
Told tell(Transaction& transaction, StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt,
          const Result& result, std::optional<ConstraintCount>& known);
Told fail(Transaction& transaction, StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt,
          const Failure& failure);
bool release(Transaction& transaction, StudyId study, TrialNumber number,
             std::optional<AttemptNumber> attempt);

/// A new trial with parameters from outside: finished if there is a result, else waiting.
TrialNumber add(Transaction& transaction, StudyId study, const std::string& params,
                const std::optional<Result>& result, std::optional<ConstraintCount>& known);

}  // namespace craggy::stores
