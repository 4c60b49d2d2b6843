// study.toml, with what becomes of it: options, parameters and a command.
#include "study/study_file.hpp"

#include <vector>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>

#include "execution/command_template.hpp"
#include "fuzz/target.hpp"

namespace {

const std::vector<craggy::cli::OptionDescription> options = {
    {.names = {"--trials"}, .placeholder = "N", .help = "", .group = ""},
    {.names = {"--sigma-h"}, .placeholder = "SCALE", .help = "", .group = ""},
    {.names = {"--budget-time"}, .placeholder = "TIME", .help = "", .group = ""},
    {.names = {"--noisy"}, .placeholder = "", .help = "", .group = ""}};

}  // namespace

void craggy::fuzz::one_input(std::string_view text) {
  try {
    const cli::StudyFile file = cli::parse_study_file(text, "study.toml", options);
    for (const std::string& argument : file.arguments)
      expect(argument.starts_with("--"), "a value never becomes an option of its own");
    std::vector<Parameter> parameters;
    std::vector<execution::DeclaredParameter> declared;
    for (const std::string& each : file.parameters) {
      parameters.push_back(parse_parameter(each));
      declared.push_back({parameters.back().name, parameters.back().condition.has_value()});
    }
    const Space space(parameters);
    const execution::CommandTemplate command(file.command, declared);
    expect(command.num_parameters() == space.size(), "every parameter is there");
  } catch (const InvalidArgument&) {
    return;  // said why
  }
}
