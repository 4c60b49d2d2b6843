// Short texts about trials and studies, the same wherever they are shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craggy/base/result.hpp>
#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy::runs {

/// "minimize" or "maximize", as the options of the command line are called.
std::string direction_word(Direction direction);

/// What chose the parameters: a surrogate, or "initial design"; "" for a point from outside.
std::string model_of(const TrialRecord& record);

/// How long an attempt took, once it has ended.
std::optional<double> seconds_of(const AttemptRow& attempt);

/// What is kept with a trial that failed: why, the last line of what the command wrote to standard output,
/// and the end of what it wrote to standard error.
std::string failure_message(const Outcome& outcome);

/// Why a trial failed, on one line and harmless to print: the first line of its message, and the last one.
std::string reason_of(const std::string& message);
std::string reason_of(const Outcome& outcome);

/// Why trials failed and how often, the most frequent reason first.
std::vector<std::pair<std::string, std::size_t>> failure_counts(const std::vector<TrialRecord>& records);

/// With as many decimals as the uncertainty is worth: "0.42 ± 0.10".
std::string with_uncertainty(double mean, double sd);

/// "2026-11-16 08:15:00 UTC", for people.
std::string time_text(Timestamp time);

/// "2026-11-16T08:15:00.250000Z", for programs.
std::string iso_time(Timestamp time);

}  // namespace craggy::runs
