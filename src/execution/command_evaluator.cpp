#include "execution/command_evaluator.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "base/plain_reason.hpp"
#include "execution/child_process.hpp"
#include "execution/program_file.hpp"

namespace craggy::execution {
namespace {

std::vector<FileTemplate> read_templates(const Space& space, const std::vector<std::string>& given) {
  std::vector<FileTemplate> templates;
  for (const std::string& each : given) {
    templates.emplace_back(each, space);
    const std::string& name = templates.back().name();
    for (std::size_t i = 0; i + 1 < templates.size(); ++i)
      if (templates[i].name() == name)
        fail_argument("the name of a template's file", fmt::format("'{}'", name),
                      "another template has it already; --template FILE=NAME gives it another");
    for (const Parameter& parameter : space.parameters())
      if (parameter.name == name)
        fail_argument("the name of a template's file", fmt::format("'{}'", name),
                      "a parameter has it already; --template FILE=NAME gives it another");
  }
  return templates;
}

// Behind the parameters come the files.
CommandTemplate template_for(const Space& space, const std::vector<FileTemplate>& templates,
                             const std::vector<std::string>& command) {
  std::vector<DeclaredParameter> declared;
  declared.reserve(space.size() + templates.size());
  for (const Parameter& parameter : space.parameters())
    declared.push_back({parameter.name, parameter.condition.has_value()});
  for (const FileTemplate& each : templates) declared.push_back({each.name()});
  return {command, std::move(declared)};
}

}  // namespace

CommandEvaluator::CommandEvaluator(const StudyOptions& study, const CommandSettings& settings)
    : study_(study.name),
      seed_(study.seed),
      words_(settings.command),
      templates_(read_templates(study.space, settings.templates)),
      command_(template_for(study.space, templates_, settings.command)),
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
  const auto files = std::partition(unused.begin(), unused.end(), [this](const std::string& name) {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  });
  std::vector<std::string> notes;
  if (!is_mentioned("CRAGGY_TRIAL_FOLDER"))
    for (auto file = files; file != unused.end(); ++file)
      notes.push_back(
          fmt::format("the command does not mention {{{}}}; it has to find that file in the folder "
                      "CRAGGY_TRIAL_FOLDER",
                      *file));
  unused.erase(files, unused.end());
  std::erase_if(unused, [this](const std::string& name) {
    return is_mentioned(variable_name(name)) || is_in_template(name);
  });
  if (!unused.empty() && !is_mentioned("CRAGGY_PARAMS_FILE"))
    notes.push_back(fmt::format(
        "the command does not mention {{{}}}; it has to take {} from {} or from CRAGGY_PARAMS_FILE",
        fmt::join(unused, "}, {"), unused.size() == 1 ? "it" : "them",
        unused.size() == 1 ? variable_name(unused.front()) : "CRAGGY_PARAM_NAME"));
  return notes;
}

bool CommandEvaluator::is_in_template(const std::string& parameter) const {
  const auto index =
      static_cast<std::size_t>(std::find(names_.begin(), names_.end(), parameter) - names_.begin());
  return std::any_of(templates_.begin(), templates_.end(),
                     [&](const FileTemplate& each) { return each.mentions(index); });
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
  try {
    std::vector<TrialFile> files;
    for (const FileTemplate& each : templates_) files.push_back(each.fill(space, trial.values(), input));
    const TrialFolder folder(input.parameters_json, files);
    std::vector<std::optional<std::string>> values = input.values;
    for (const TrialFile& file : files) values.emplace_back(folder.path() + "/" + file.name);
    const TrialCommand command{
        .command = command_.fill(values), .parameters = names_, .input = input, .folder = &folder};
    return command_.fixed_program() ? run_patiently(command, stop)
                                    : run_trial(command, limits_, pattern_.get(), stop);
  } catch (const Cancelled&) {
    throw;
  } catch (const InvalidArgument&) {
    throw;  // a value that no argument can hold concerns this trial alone
  } catch (const std::exception& error) {
    throw EvaluatorFailed(plain_reason(error));
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
