#include "study/evaluator.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "execution/child_process.hpp"

namespace craggy::cli {
namespace {

execution::CommandTemplate template_for(const Space& space, const std::vector<std::string>& command) {
  if (command.empty())
    throw InvalidArgument(
        "there is no command; it stands behind --, as in -- ./train --lr {lr}, or in the file of -f as "
        R"(command = ["./train", "--lr", "{lr}"])");
  std::vector<execution::DeclaredParameter> declared;
  declared.reserve(space.size());
  for (const Parameter& parameter : space.parameters())
    declared.push_back({parameter.name, parameter.condition.has_value()});
  return {command, std::move(declared)};
}

}  // namespace

void add_evaluation_options(OptionParser& parser, EvaluationSettings& settings) {
  parser.group("Evaluation");
  parser.time("--timeout", settings.timeout,
              "Time for one evaluation, such as 500ms, 90s, 1h30m or 2d; then it is ended and has failed "
              "[default: none]");
  parser.time("--grace", settings.grace, "Time between SIGTERM and SIGKILL [default:\u00A05s]");
  parser.whole("--retries", settings.retries, 0, "How often a trial that failed is tried again");
  parser.text("--value-regex", "REGEX", settings.value_regex,
              "Finds the value in the output: the first group of the last match [default: the last line]");
}

Evaluator::Evaluator(const StudyOptions& study, const EvaluationSettings& settings)
    : study_(study.name),
      seed_(study.seed),
      words_(settings.command),
      command_(template_for(study.space, settings.command)),
      limits_{.timeout = settings.timeout} {
  for (const Parameter& parameter : study.space.parameters()) names_.push_back(parameter.name);
  if (settings.grace) limits_.grace = *settings.grace;
  if (!settings.value_regex.empty())
    pattern_ = std::make_unique<execution::ValuePattern>(settings.value_regex);
  if (const auto program = command_.fixed_program()) {
    try {
      execution::find_program(*program);
    } catch (const std::system_error& error) {
      fail_argument("the command", fmt::format("'{}'", *program),
                    fmt::format("it cannot be run: {}", error.code().message()));
    }
  }
}

std::vector<std::string> Evaluator::notes() const {
  std::vector<std::string> unused = command_.unused();
  std::erase_if(unused,
                [this](const std::string& name) { return is_mentioned(execution::variable_name(name)); });
  if (is_mentioned("CRAGGY_PARAMS_FILE")) return {};
  if (unused.empty()) return {};
  return {
      fmt::format("the command does not mention {{{}}}; it has to take {} from {} or from CRAGGY_PARAMS_FILE",
                  fmt::join(unused, "}, {"), unused.size() == 1 ? "it" : "them",
                  unused.size() == 1 ? execution::variable_name(unused.front()) : "CRAGGY_PARAM_NAME")};
}

bool Evaluator::is_mentioned(const std::string& variable) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const std::string& word) { return word.find(variable) != std::string::npos; });
}

execution::Outcome Evaluator::evaluate(const Trial& trial, const std::stop_token& stop) const {
  execution::TrialInput input{.study = study_,
                              .trial = trial.number(),
                              .seed = execution::trial_seed(seed_, trial.number()),
                              .parameters_json = trial.params()};
  const Space& space = trial.space();
  for (std::size_t i = 0; i < space.size(); ++i) {
    const bool active = space.is_active(i, trial.values());
    input.values.push_back(active ? std::optional(value_text(space[i], trial.values()[i])) : std::nullopt);
  }
  return run_trial({.command = command_.fill(input.values), .parameters = names_, .input = input}, limits_,
                   pattern_.get(), stop);
}

}  // namespace craggy::cli
