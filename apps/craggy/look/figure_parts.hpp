// What the pictures of a study share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craggy/study/options.hpp>

#include "charts/plot.hpp"
#include "look/look.hpp"

namespace craggy::cli {

/// A range for values of which some may be far worse than the rest: those are left out.
charts::Range value_range(const std::vector<double>& values, Direction direction);

/// "3 values lie outside of the picture.", or "".
std::string clipped_note(const std::vector<double>& values, charts::Range range);

/// `share` of the way from one colour to another.
charts::Colour blend(charts::Colour from, charts::Colour to, double share);

/// A range that has all of these, with a little room; of nothing, or of one value, one around it.
charts::Range range_of(const std::vector<double>& values, double room = 0.06);

/// Ticks of an axis of logarithms, from 10^low to 10^high: powers of ten; over less than two of them also
/// twice and five times such a power.
std::vector<charts::Tick> log_ticks(charts::Range range);

/// "tune: what it ignores"; a long name is cut.
std::string subject(const StudyView& view, std::string_view what);

/// "By the latent model, from 30 finished trials."
std::string model_note(const FittedModel& fitted);

/// The same, and which point is cut through.
std::string through_note(const StudyView& view, const FittedModel& fitted,
                         const std::vector<double>& through);

}  // namespace craggy::cli
