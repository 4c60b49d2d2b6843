// The table of InferenceOptions.
#pragma once

#include <string_view>

#include <craggy/inference/options.hpp>

#include "base/fields.hpp"

namespace craggy {

inline constexpr std::string_view inference_group = "Inference";
inline constexpr std::string_view surrogate_group = "Surrogate";

/// `options` have to outlive their fields.
Fields fields_of(InferenceOptions& options);

}  // namespace craggy
