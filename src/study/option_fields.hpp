// The table of what is stored of a study's options.
#pragma once

#include <craggy/stores/store.hpp>

#include "engine/option_fields.hpp"
#include "study/options_text.hpp"

namespace craggy {

inline constexpr std::string_view study_group = "Study";

Field on_lost_field(OnLost& on_lost);

/// `options` have to outlive their fields.
Fields fields_of(StoredOptions& options);

}  // namespace craggy
