// What a suggestion maximises: the acquisition of the objective, given what is being evaluated already.
#pragma once

#include <memory>
#include <optional>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/engine/suggest.hpp>
#include <craggy/posterior/fantasies.hpp>

namespace craggy {

class Belief {
 public:
  /// `pending` are points of the unit cube (Q × P, may have no columns). The posterior has to outlive this.
  Belief(const SuggestOptions& options, const Posterior& posterior, const Dataset& data,
         const Matrix& pending, const FitSeed& seed, ThreadPool* pool);

  const Acquisition& acquisition() const { return *acquisition_; }

 private:
  std::optional<Fantasies> fantasies_;
  std::unique_ptr<Acquisition> acquisition_;
};

}  // namespace craggy
