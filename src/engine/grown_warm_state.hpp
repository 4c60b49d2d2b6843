// Where the chains of a first fit to many observations begin: where those of fits to some of them ended.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <craggy/inference/fit.hpp>

#include "surrogates/surrogate.hpp"

namespace craggy {

/// A few observations take a fit from the prior; each twice as many then take a short one from a warm state.
/// Together that is a fraction of the time that all of them take from the prior. `surrogate_of` makes the
/// surrogate of some observations. Nothing where the data are few, or the inference leaves no warm state.
std::optional<WarmState> grown_warm_state(
    const std::function<std::shared_ptr<const Surrogate>(const std::vector<Index>&)>& surrogate_of,
    const Dataset& data, const InferenceOptions& options, const FitSeed& seed, ThreadPool* pool);

}  // namespace craggy
