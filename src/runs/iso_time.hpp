// Times as programs write them.
#pragma once

#include <optional>
#include <string_view>

#include <craggy/stores/records.hpp>

namespace craggy::runs {

/// What iso_time (runs/texts.hpp) has written: 2026-11-16T08:15:00.250000Z; the fraction may be missing.
/// Nothing for other texts.
std::optional<Timestamp> parse_iso_time(std::string_view text);

}  // namespace craggy::runs
