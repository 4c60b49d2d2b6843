// Evaluates trials of a study by running a command: an Evaluator (runs/runner.hpp).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/study/study.hpp>

#include "execution/command_template.hpp"
#include "execution/file_template.hpp"
#include "execution/run_trial.hpp"

namespace craggy::execution {

struct CommandSettings {
  std::vector<std::string> command{};
  std::vector<std::string>
      templates{};  // PATH or PATH=NAME, see file_template.hpp; {NAME} in the command is the file
  // How long a program that does not depend on parameters, and was there when the run began, may be missing:
  // it is being built anew, or its drive is away. No trial fails for that.
  std::chrono::milliseconds patience = std::chrono::minutes(1);
  std::function<void(const std::string& note)> on_wait{};  // told once for each time that it is missing
  std::optional<std::chrono::milliseconds> timeout{};
  std::optional<std::chrono::milliseconds> grace{};
  std::string value_regex{};
};

class CommandEvaluator {
 public:
  /// Throws InvalidArgument for a command that cannot be run, a template that cannot be read, placeholders
  /// that are none in either, or a bad pattern.
  CommandEvaluator(const StudyOptions& study, const CommandSettings& settings);

  /// What one should know before it starts, a line each: parameters, and files made of templates, that the
  /// command mentions nowhere.
  std::vector<std::string> notes() const;

  /// Throws Cancelled if stopped, EvaluatorFailed if the command cannot be started for a reason that is not
  /// its own (run_trial.hpp), or if its program is missing for too long. From any thread.
  Outcome operator()(const Trial& trial, const std::stop_token& stop) const;

 private:
  bool is_mentioned(const std::string& variable) const;
  bool is_in_template(const std::string& parameter) const;
  Outcome run_patiently(const TrialCommand& command, const std::stop_token& stop) const;

  std::string study_;
  std::uint64_t seed_;
  std::vector<std::string> names_;
  std::vector<std::string> words_;  // of the command, as they were given
  std::vector<FileTemplate> templates_;
  CommandTemplate command_;
  RunLimits limits_;
  std::shared_ptr<const ValuePattern> pattern_;
  std::chrono::milliseconds patience_;
  std::function<void(const std::string& note)> on_wait_;
  std::shared_ptr<std::atomic<bool>> has_said_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace craggy::execution
