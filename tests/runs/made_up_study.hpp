// A study of a bowl as it would be stored if all were well with it, for tests to spoil one thing of.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "runs/verdicts.hpp"

namespace craggy::runs::testing {

using Point = std::vector<double>;

inline double bowl(const Point& at) { return std::pow(at[0] - 0.4, 2) + std::pow(at[1] - 0.6, 2); }

/// Parameters x and y in [0, 1], an n of 1 to 8 and an opt of three names. The first third of the points is
/// anywhere, the others come nearer to the best one, `around`. Models know the bowl up to 0.01.
inline StudyFacts healthy_study(std::size_t num_trials = 45, const Point& around = {0.4, 0.6}) {
  StudyFacts facts{.options = {.name = "tune",
                               .space = {{"x", Float{0, 1}},
                                         {"y", Float{0, 1}},
                                         {"n", Int{1, 8}},
                                         {"opt", Categorical{{"adam", "sgd", "none"}}}}}};
  RandomStream stream(3);
  for (std::size_t t = 0; t < num_trials; ++t) {
    const auto number = static_cast<TrialNumber>(t);
    Point at = {stream.uniform(), stream.uniform(), 1.0 + static_cast<double>(stream.below(8)),
                static_cast<double>(stream.below(3))};
    if (t >= num_trials / 3)
      for (std::size_t i = 0; i < 2; ++i) at[i] = std::clamp(around[i] + 0.06 * stream.normal(), 0.0, 1.0);
    Suggestion suggestion;
    suggestion.surrogate = "latent";
    suggestion.reason = Reason{"latent", bowl(at) + 0.01 * stream.normal(), 0.05, -1.0, {}, {}};
    suggestion.diagnostics = FitDiagnostics{.rhat_max = 1.02, .chains = 8};
    suggestion.fit_seconds = 0.5;
    suggestion.acquisition_seconds = 0.1;
    facts.trials.push_back({.number = number,
                            .values = at,
                            .state = TrialState::finished,
                            .objective = bowl(at),
                            .suggestion = suggestion});
    facts.seconds[number] = 10.0;
  }
  return facts;
}

/// Trials for which `fails` says so have failed.
inline void fail_where(StudyFacts& facts, const std::function<bool(const TrialRecord&)>& fails) {
  for (TrialRecord& record : facts.trials) {
    if (!fails(record)) continue;
    record.state = TrialState::failed;
    record.objective.reset();
    record.message = "the command exited with status 1\nno mesh";
  }
}

/// The objective, and what the models say of it, as another function has them.
inline void value_by(StudyFacts& facts, const std::function<double(const Point&)>& function) {
  for (TrialRecord& record : facts.trials) {
    record.suggestion->reason->mean += function(record.values) - *record.objective;
    record.objective = function(record.values);
  }
}

/// What gets that verdict and no other: a healthy study with one thing spoilt.
inline StudyFacts study_with(VerdictId id) {
  StudyFacts facts = healthy_study();
  RandomStream stream(11);
  switch (id) {
    case VerdictId::at_bound:
      for (TrialRecord& record : facts.trials)
        if (record.number >= 15) record.values[2] = 8.0;
      break;
    case VerdictId::nothing_feasible:
      for (TrialRecord& record : facts.trials) record.constraints = {0.5};
      break;
    case VerdictId::failing_region:
      fail_where(facts, [](const TrialRecord& record) { return record.values[3] == 1.0; });
      break;
    case VerdictId::noisy:
      facts.trials[30].values = facts.trials[20].values;
      facts.trials[30].objective = *facts.trials[20].objective + 0.02;
      break;
    case VerdictId::not_predictive:
      for (TrialRecord& record : facts.trials) record.suggestion->reason->mean = 0.2 + 0.3 * stream.normal();
      break;
    case VerdictId::chains_disagree:
      for (TrialRecord& record : facts.trials) record.suggestion->diagnostics->rhat_max = 3.0;
      break;
    case VerdictId::converged:
      facts.trials[25].values = {0.4, 0.6, 4.0, 0.0};  // the best there is
      value_by(facts, bowl);
      for (std::size_t t = 30; t < 45; ++t) {
        facts.trials[t].suggestion->reason->mean = *facts.trials[t].objective;
        facts.trials[t].suggestion->reason->sd = 1e-7;
      }
      break;
    case VerdictId::optimiser_is_the_cost:
      for (TrialRecord& record : facts.trials) record.suggestion->fit_seconds = 30.0;
      break;
  }
  return facts;
}

inline std::string names_of(const std::vector<Verdict>& verdicts) {
  std::string names;
  for (const Verdict& verdict : verdicts)
    names += (names.empty() ? "" : " ") + std::string(name_of(verdict.id));
  return names;
}
inline std::string verdict_names(const StudyFacts& facts) { return names_of(verdicts_of(facts)); }

}  // namespace craggy::runs::testing
