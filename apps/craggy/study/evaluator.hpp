// Evaluates trials of a study by running a command.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/study/study.hpp>

#include "execution/command_template.hpp"
#include "execution/run_trial.hpp"
#include "option_parser.hpp"

namespace craggy::cli {

struct EvaluationSettings {
  std::vector<std::string> command{};
  std::optional<std::chrono::milliseconds> timeout{};
  std::optional<std::chrono::milliseconds> grace{};
  std::int64_t retries = 0;
  std::string value_regex{};
};

/// --timeout, --grace, --retries, --value-regex.
void add_evaluation_options(OptionParser& parser, EvaluationSettings& settings);

class Evaluator {
 public:
  /// Throws InvalidArgument for a command that cannot be run, with placeholders that are none, or a bad
  /// pattern.
  Evaluator(const StudyOptions& study, const EvaluationSettings& settings);

  /// What one should know before it starts, a line each: parameters that the command mentions nowhere.
  std::vector<std::string> notes() const;

  /// Throws Cancelled if stopped, Error if the command cannot be started for a reason that is not its own
  /// (run_trial.hpp). From any thread.
  execution::Outcome evaluate(const Trial& trial, const std::stop_token& stop) const;

 private:
  bool is_mentioned(const std::string& variable) const;

  std::string study_;
  std::uint64_t seed_;
  std::vector<std::string> names_;
  std::vector<std::string> words_;  // of the command, as they were given
  execution::CommandTemplate command_;
  execution::RunLimits limits_;
  std::unique_ptr<execution::ValuePattern> pattern_;
};

}  // namespace craggy::cli
