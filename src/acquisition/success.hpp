// How probable it is that an evaluation succeeds, as a factor of an acquisition.
#pragma once

#include <craggy/acquisition/acquisition.hpp>

#include "posterior/success_model.hpp"

namespace craggy {

/// exponent·log P(success). Refers to the model, which has to outlive it.
std::unique_ptr<Acquisition> log_success(const SuccessModel& model, double exponent = 1.0);

}  // namespace craggy
