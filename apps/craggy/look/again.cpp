#include "look/again.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/printable.hpp"
#include "execution/braces.hpp"
#include "execution/command_template.hpp"
#include "execution/trial_input.hpp"
#include "study/study_command.hpp"
#include "study/study_settings.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using Command = std::vector<std::string>;

bool is_parameter(const Space& space, const std::string& name) {
  return std::any_of(space.parameters().begin(), space.parameters().end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
}

// What placeholders are about that are no parameters: the files of --template.
std::vector<std::string> files_in(const Command& command, const Space& space) {
  std::vector<std::string> files;
  for (const std::string& word : command)
    for (const execution::BracePart& part : execution::split_at_braces(
             word, [](const std::string& rule) { throw InvalidArgument("the command: " + rule); }))
      if (part.is_placeholder && !is_parameter(space, part.text) &&
          std::find(files.begin(), files.end(), part.text) == files.end())
        files.push_back(part.text);
  return files;
}

std::string line_of(const StudyView& view, const TrialRecord& record, const Command& command) {
  const Space& space = view.space();
  execution::TrialInput input{
      .study = view.name(), .trial = record.number, .seed = trial_seed(view.options().seed, record.number)};
  std::vector<std::string> names;
  std::vector<execution::DeclaredParameter> declared;
  for (std::size_t i = 0; i < space.size(); ++i) {
    names.push_back(space[i].name);
    declared.push_back({space[i].name, space[i].condition.has_value()});
    const bool active = space.is_active(i, record.values);
    input.values.push_back(active ? std::optional(value_text(space[i], record.values[i])) : std::nullopt);
  }
  std::string line = "env";
  for (const auto& [name, value] : execution::trial_variables(input, names))
    line += " " + shell_word(fmt::format("{}={}", name, value));
  for (const std::string& file : files_in(command, space)) {
    declared.push_back({file});
    input.values.emplace_back(fmt::format("{{{}}}", file));
  }
  for (const std::string& word : execution::CommandTemplate(command, declared).fill(input.values))
    line += " " + shell_word(word);
  return printable(line);
}

std::string enqueue_line(const StudyView& view, const TrialRecord& record, const std::string& store) {
  const char* environment = std::getenv("CRAGGY_STORE");
  const std::string usual = environment != nullptr && *environment != '\0' ? environment : default_store;
  return printable(fmt::format("craggy enqueue --trial {}{}{} {}", record.number,
                               store == usual ? "" : fmt::format(" --store {}", shell_word(store)),
                               view.name().starts_with('-') ? " --" : "", shell_word(view.name())));
}

}  // namespace

std::string again_line(const StudyView& view, const TrialRecord& record, const std::string& store) {
  const Command command = remembered_command(view);
  if (!command.empty()) try {
      return line_of(view, record, command);
    } catch (const InvalidArgument&) {  // anybody may have written it
    }
  return enqueue_line(view, record, store);
}

std::string again_note(const StudyView& view) {
  const Command command = remembered_command(view);
  std::string note;
  try {
    if (const std::vector<std::string> files = files_in(command, view.space()); !files.empty())
      note = fmt::format("{} {} filled in from a template, which the study does not keep.",
                         excerpt(fmt::format("{}", fmt::join(files, " and "))),
                         files.size() == 1 ? "is" : "are");
  } catch (const InvalidArgument&) {
    return "";
  }
  const bool hides = std::any_of(command.begin(), command.end(), [](const std::string& word) {
    return word.find(hidden_secret) != std::string::npos;
  });
  if (hides)
    note += fmt::format("{}{} stands for what may be secret, and is not kept.", note.empty() ? "" : " ",
                        hidden_secret);
  return note;
}

}  // namespace craggy::cli
