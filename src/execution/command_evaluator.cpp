#include "execution/command_evaluator.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "execution/child_process.hpp"
#include "execution/program_file.hpp"

namespace craggy::execution {
namespace {

CommandTemplate template_for(const Space& space, const std::vector<std::string>& command) {
  std::vector<DeclaredParameter> declared;
  declared.reserve(space.size());
  for (const Parameter& parameter : space.parameters())
    declared.push_back({parameter.name, parameter.condition.has_value()});
  return {command, std::move(declared)};
}

}  // namespace

CommandEvaluator::CommandEvaluator(const StudyOptions& study, const CommandSettings& settings)
    : study_(study.name),
      seed_(study.seed),
      words_(settings.command),
      command_(template_for(study.space, settings.command)),
      limits_{.timeout = settings.timeout},
      patience_(settings.patience),
      on_wait_(settings.on_wait) {
  for (const Parameter& parameter : study.space.parameters()) names_.push_back(parameter.name);
  if (settings.grace) limits_.grace = *settings.grace;
  if (!settings.value_regex.empty()) pattern_ = std::make_shared<const ValuePattern>(settings.value_regex);
  if (const auto program = command_.fixed_program()) {
    const auto fail = [&](const std::string& why) {
      fail_argument("the command", fmt::format("'{}'", *program), fmt::format("it cannot be run: {}", why));
    };
    try {
      const std::string reason = reason_not_to_start(find_program(*program));
      if (!reason.empty()) fail(reason);
    } catch (const std::system_error& error) {
      fail(error.code().message());
    }
  }
}

std::vector<std::string> CommandEvaluator::notes() const {
  std::vector<std::string> unused = command_.unused();
  std::erase_if(unused, [this](const std::string& name) { return is_mentioned(variable_name(name)); });
  if (is_mentioned("CRAGGY_PARAMS_FILE")) return {};
  if (unused.empty()) return {};
  return {
      fmt::format("the command does not mention {{{}}}; it has to take {} from {} or from CRAGGY_PARAMS_FILE",
                  fmt::join(unused, "}, {"), unused.size() == 1 ? "it" : "them",
                  unused.size() == 1 ? variable_name(unused.front()) : "CRAGGY_PARAM_NAME")};
}

bool CommandEvaluator::is_mentioned(const std::string& variable) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const std::string& word) { return word.find(variable) != std::string::npos; });
}

Outcome CommandEvaluator::operator()(const Trial& trial, const std::stop_token& stop) const {
  TrialInput input{.study = study_,
                   .trial = trial.number(),
                   .seed = trial_seed(seed_, trial.number()),
                   .parameters_json = trial.params()};
  const Space& space = trial.space();
  for (std::size_t i = 0; i < space.size(); ++i) {
    const bool active = space.is_active(i, trial.values());
    input.values.push_back(active ? std::optional(value_text(space[i], trial.values()[i])) : std::nullopt);
  }
  const TrialCommand command{.command = command_.fill(input.values), .parameters = names_, .input = input};
  try {
    return command_.fixed_program() ? run_patiently(command, stop)
                                    : run_trial(command, limits_, pattern_.get(), stop);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    throw EvaluatorFailed(error.what());
  }
}

Outcome CommandEvaluator::run_patiently(const TrialCommand& command, const std::stop_token& stop) const {
  constexpr std::chrono::milliseconds pause(250);
  const auto deadline = std::chrono::steady_clock::now() + patience_;
  for (;;) {
    try {
      Outcome outcome = run_trial_if_it_starts(command, limits_, pattern_.get(), stop);
      *has_said_ = false;
      return outcome;
    } catch (const std::system_error& error) {
      const std::string what = cannot_start(command, error.code());
      if (error.code() == std::errc::executable_format_error)  // time does not mend that
        throw EvaluatorFailed(fmt::format("{}; a script begins with a line such as #!/bin/sh", what));
      if (std::chrono::steady_clock::now() >= deadline)
        throw EvaluatorFailed(fmt::format("{}; no trial has failed for it", what));
      if (on_wait_ && !has_said_->exchange(true)) on_wait_(fmt::format("{}; waiting for it", what));
    }
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, stop, pause, [] { return false; });
    throw_if_stopped(stop);
  }
}

}  // namespace craggy::execution
