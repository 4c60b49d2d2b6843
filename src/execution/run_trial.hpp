// Runs a command once for one trial and finds out what became of it.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

#include <craggy/base/result.hpp>

#include "execution/result_text.hpp"
#include "execution/trial_folder.hpp"
#include "execution/trial_input.hpp"
#include "execution/value_pattern.hpp"

namespace craggy::execution {

struct TrialCommand {
  std::vector<std::string> command;     // filled in
  std::vector<std::string> parameters;  // names, for the environment
  TrialInput input;
  const TrialFolder* folder = nullptr;  // with the trial's parameters; none: one is made for the run
};

struct RunLimits {
  std::optional<std::chrono::milliseconds> timeout{};         // none: as long as it takes
  std::chrono::milliseconds grace = std::chrono::seconds(5);  // between SIGTERM and SIGKILL
};

using craggy::Outcome;

/// The value is in the result file if the command wrote one, else it is the last match of `pattern` in the
/// output, else the last line of the output that is not blank.
///
/// Once the command has ended, what it left running has half a second to finish the output, then it is ended.
/// When this returns or throws nothing of the command is running any more. Throws Cancelled if stopped, after
/// SIGTERM and, if need be, SIGKILL; Error if the trial's files cannot be written, or if there are no
/// descriptors, processes or memory left to start the command with. From any thread.
Outcome run_trial(const TrialCommand& trial, const RunLimits& limits = {},
                  const ValuePattern* pattern = nullptr, const std::stop_token& stop = {});

/// The same, but a program that cannot be started throws std::system_error instead of failing the trial.
Outcome run_trial_if_it_starts(const TrialCommand& trial, const RunLimits& limits,
                               const ValuePattern* pattern, const std::stop_token& stop);

/// "./train cannot be started: No such file or directory".
std::string cannot_start(const TrialCommand& trial, const std::error_code& why);

}  // namespace craggy::execution
