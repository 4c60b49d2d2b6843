// What a suggestion maximises: what an evaluation gains, times the probability that it succeeds and meets its
// constraints, given what is being evaluated already.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/engine/suggest.hpp>

#include "engine/encoded_history.hpp"
#include "engine/turns.hpp"
#include "posterior/fantasies.hpp"
#include "posterior/success_model.hpp"

namespace craggy {

/// Not to be moved: the acquisition refers to what stands next to it.
class Belief {
 public:
  /// The posterior is that of the objective; it has to outlive this. Where seen points are avoided, an
  /// evaluation beside one that was made or is being made is worth little.
  Belief(const SuggestOptions& options, const Posterior& posterior, const SearchRules& rules,
         const EncodedHistory& history, const FitSeed& seed, ThreadPool* pool = nullptr);
  Belief(const Belief&) = delete;
  Belief& operator=(const Belief&) = delete;
  Belief(Belief&&) = delete;
  Belief& operator=(Belief&&) = delete;
  ~Belief() = default;

  const Acquisition& acquisition() const { return *acquisition_; }

  /// Whether there is something to improve on. Where nothing feasible is known yet, a feasible point is all
  /// that is sought.
  bool improves() const { return improves_; }

  /// The best so far, standardised: the best feasible evaluation, or where values are noisy the best mean at
  /// one. ∞ if there is none. Pending evaluations do not count. The rules of a model may have the acquisition
  /// improve on something else.
  double best() const { return best_; }

  /// Of each constraint, scaled (constraint_model.hpp).
  const std::vector<Posterior>& constraints() const { return constraints_; }
  /// Nothing if no evaluation has failed.
  const std::optional<SuccessModel>& success() const { return success_; }

 private:
  std::optional<SuccessModel> success_;
  std::optional<Fantasies> fantasies_;  // of the objective, where evaluations are pending
  std::vector<Posterior> constraints_;
  std::vector<Fantasies> constraint_fantasies_;
  double best_ = 0.0;
  bool improves_ = true;
  std::unique_ptr<Acquisition> acquisition_;
};

}  // namespace craggy
