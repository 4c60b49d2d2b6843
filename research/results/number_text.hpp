// Numbers as tables print them.
#pragma once

#include <optional>
#include <string>

#include "results/summary.hpp"

namespace craggy::results {

/// Where there is no figure.
inline constexpr const char* missing_text = "–";

/// "0.959"; never "-0.000".
std::string three_decimals(double value);

/// "+0.012", "-0.007", "0.000".
std::string signed_text(double value);

/// About four digits, as in the paper: "0.117", "16.45", "183.2". NaN is missing.
std::string regret_text(double value);

/// "0.117 ± 0.109"; without the second part for a sample of one.
std::string mean_and_sd(double mean, double sd);

/// Two decimals, "-186.73".
std::string two_decimals(const std::optional<double>& value);

/// "0.032", "< 0.001".
std::string p_text(double p_value);

/// "0.042", "1.3", "25": two digits or more, in seconds.
std::string seconds_text(double seconds);

/// The shortest text that reads back as the same double; "" for NaN, which is how a CSV file says nothing.
std::string exact_text(double value);

}  // namespace craggy::results
