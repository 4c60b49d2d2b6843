#include "study/run_options.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "study/run_output.hpp"

namespace craggy::cli {
namespace {

// `name`, `direction` and the table `parameters` stand for the first ones; the others make no sense in a
// file.
const std::vector<std::string> not_in_file = {
    "--study", "--minimize", "--maximize", "--param", "--help",
    "--file",  "--json",     "--jsonl",    "--quiet", "--allow-new-command"};

bool knows(const OptionParser& parser, const std::string& option) {
  const std::vector<OptionDescription>& options = parser.description().options;
  return std::any_of(options.begin(), options.end(), [&](const OptionDescription& each) {
    return std::find(each.names.begin(), each.names.end(), option) != each.names.end();
  });
}

StudyFile load_study_file(const std::string& path, const Context& context) {
  if (path.empty()) return {};
  RunOptions options;
  OptionParser parser("run", "");
  add_run_options(parser, options);
  std::vector<OptionDescription> keys = parser.description().options;
  std::erase_if(keys, [](const OptionDescription& option) {
    return std::find(not_in_file.begin(), not_in_file.end(), option.names.back()) != not_in_file.end();
  });
  StudyFile file = read_study_file(path, keys);
  try {
    parser.parse(file.arguments, context);
    parse_parameters(file.parameters);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}: {}", file.path, error.what()));
  }
  return file;
}

std::vector<std::string> merged(const StudyFile& file, const OptionParser& given, Arguments arguments) {
  const std::vector<std::pair<std::string, std::string>> opposites = {{"--ard", "--isotropic"},
                                                                      {"--isotropic", "--ard"},
                                                                      {"--main-effects", "--no-main-effects"},
                                                                      {"--no-main-effects", "--main-effects"},
                                                                      {"--maximize", "--minimize"}};
  std::vector<std::string> all;
  for (const std::string& argument : file.arguments) {
    const std::string option = argument.substr(0, argument.find('='));
    bool overridden = !knows(given, option) || given.given(option);
    for (const auto& [one, other] : opposites)
      overridden = overridden || (option == one && given.given(other));
    if (!overridden) all.push_back(argument);
  }
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

}  // namespace

void add_file_option(OptionParser& parser, std::string& file, const std::string& taken) {
  parser.text(
      "-f,--file", "FILE", file,
      fmt::format("A file with {}, usually study.toml, or - for standard input; what is given here too "
                  "overrides it",
                  taken));
}

void add_run_options(OptionParser& parser, RunOptions& options) {
  parser.group("Run");
  add_file_option(parser, options.file, "these options");
  add_study_name_option(
      parser, options.name,
      "Name of the study; one that exists is resumed [default: a new one, named after the time]");
  add_store_option(parser, options.store);
  parser.whole(
      "--threads", options.threads,
      "Threads for suggestions; 0 means as many as the machine has. The result does not depend on it");
  add_run_study_options(parser, options.run);
  add_study_options(parser, options.study, options.parameters);
  add_output_options(parser, options.run.output);
  parser.command_line(options.run.evaluation.command);
}

FileAndArguments with_file(const std::string& path, const OptionParser& given, Arguments arguments,
                           const Context& context) {
  StudyFile file = load_study_file(path, context);
  std::vector<std::string> all = merged(file, given, arguments);
  return {std::move(file), std::move(all)};
}

}  // namespace craggy::cli
