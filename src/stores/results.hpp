// What workers say of their trials: the first result wins, later ones are kept with their attempts.
#pragma once

#include <string>
#include <string_view>

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

/// The trial for a change. Throws InvalidArgument if there is none of that number with parameters.
TrialRow lock_known_trial(Transaction& transaction, StudyId study, TrialNumber number);

/// A result in words, as messages quote it.
std::string text_of(const Result& result);

/// What the results of the study have, by the first of them.
std::optional<ConstraintCount> find_count(Transaction& transaction, StudyId study);

/// Throws InvalidArgument if `result`, of what is called `name`, has another number of constraints.
void check_count(std::string_view name, const Result& result, const std::optional<ConstraintCount>& known);

/// A new trial with parameters from outside: finished if there is a result, else waiting.
TrialNumber add(Transaction& transaction, StudyId study, const std::string& params,
                const std::optional<Result>& result, std::optional<ConstraintCount>& known);

}  // namespace craggy::stores
