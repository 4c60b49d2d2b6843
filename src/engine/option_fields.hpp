// The table of SuggestOptions.
#pragma once

#include <string_view>

#include <craggy/engine/options.hpp>

#include "inference/option_fields.hpp"

namespace craggy {

inline constexpr std::string_view search_group = "Search";

/// With those of its inference. `options` have to outlive their fields.
Fields fields_of(SuggestOptions& options);

}  // namespace craggy
