#include "look/again.hpp"

#include <map>
#include <optional>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "execution/command_template.hpp"
#include "execution/trial_input.hpp"
#include "text.hpp"

namespace craggy::cli {

std::vector<std::string> last_command(const StudyView& /*view*/) {
  return {};  // stores do not keep it yet
}

std::string again_line(const StudyView& view, const TrialRecord& record,
                       const std::vector<std::string>& command) {
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
  if (command.empty()) return line + " COMMAND";
  for (const std::string& word : execution::CommandTemplate(command, declared).fill(input.values))
    line += " " + shell_word(word);
  return line;
}

}  // namespace craggy::cli
