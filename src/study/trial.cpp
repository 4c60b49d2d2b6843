#include <utility>

#include <craggy/space/grammar.hpp>
#include <craggy/study/trial.hpp>

#include "study/params.hpp"

namespace craggy {

Trial::Trial(TrialNumber number, std::optional<AttemptNumber> attempt, std::shared_ptr<const Space> space,
             std::vector<double> values)
    : number_(number), attempt_(attempt), space_(std::move(space)), values_(std::move(values)) {}

double Trial::operator[](std::string_view parameter) const { return values_[space_->index_of(parameter)]; }

std::string Trial::text(std::string_view parameter) const {
  const std::size_t i = space_->index_of(parameter);
  return value_text((*space_)[i], values_[i]);
}

std::string Trial::params() const { return to_params(*space_, values_); }

}  // namespace craggy
