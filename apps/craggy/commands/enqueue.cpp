// `craggy enqueue`: a point that one knows, to be evaluated before anything is suggested.
#include <map>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "look/look.hpp"
#include "option_parser.hpp"
#include "space/codec.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"

namespace craggy::cli {
namespace {

using Settings = std::map<std::string, std::string>;

void take_setting(const std::string& text, Settings& settings) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0)
    fail_argument("--set", fmt::format("'{}'", text), "it has to read NAME=VALUE, such as lr=0.001");
  const std::string name = text.substr(0, equal);
  if (!settings.emplace(name, text.substr(equal + 1)).second)
    throw InvalidArgument(fmt::format("the parameter '{}' is given twice", name));
}

// Throws InvalidArgument for a parameter that is unknown, missing, or inactive at this point.
std::vector<double> point_of(const Space& space, const Settings& settings) {
  std::vector<double> values(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) values[i] = space.codec(i).first();
  for (const auto& [name, text] : settings) {
    const std::size_t i = space.index_of(name);
    values[i] = parse_value(space[i], text);
  }
  for (std::size_t i = 0; i < space.size(); ++i) {
    const bool given = settings.contains(space[i].name);
    if (space.is_active(i, values) == given) continue;
    if (given)
      fail_argument("--set", fmt::format("given for '{}'", space[i].name),
                    fmt::format("it is inactive at this point: {}", to_text(space[i])));
    throw InvalidArgument(fmt::format("the point has no value of '{0}'; give one, as in --set {0}={1}",
                                      space[i].name, exact_value(space[i], values[i])));
  }
  return values;
}

// The point of a trial, with other values where some are given.
Settings settings_of_trial(const Study& study, TrialNumber number, const Settings& given) {
  const TrialRecord trial = find_trial(StudyView(study), number, "--trial");
  const Space& space = study.space();
  std::vector<double> values = trial.values;
  for (const auto& [name, text] : given) {
    const std::size_t i = space.index_of(name);
    values[i] = parse_value(space[i], text);
  }
  // What is no longer active by the values given is left out.
  Settings settings = given;
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, trial.values) && space.is_active(i, values))
      settings.emplace(space[i].name, value_text(space[i], values[i]));
  return settings;
}

}  // namespace

int enqueue(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  Settings settings;
  bool json = false;
  std::string trial_text;
  OptionParser parser(
      "enqueue",
      "Adds a known point, such as the defaults of a program or that of an earlier trial, as a trial that is "
      "evaluated before anything new is suggested.");
  parser.positional("STUDY", name, "Name of the study");
  parser.repeated(
      "--set", "NAME=VALUE", [&settings](const std::string& text) { take_setting(text, settings); },
      "The value of a parameter, for every one that is active at this point");
  parser.text("--trial", "NUMBER", trial_text,
              "The point of this trial, evaluated once more; with --set, that point with other values");
  add_store_option(parser, url);
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy enqueue tune --set lr=0.001 --set opt=adam", "craggy enqueue tune --trial 16",
                   "craggy enqueue tune --trial 16 --set lr=0.002"});
  if (!parser.parse(arguments, context)) return exit_done;
  Study study = open_study(url, name, context.stop, to_tell);
  if (!trial_text.empty())
    settings = settings_of_trial(study, parse_trial_number(trial_text, "--trial"), settings);
  const std::vector<double> values = point_of(study.space(), settings);
  const TrialNumber trial = study.enqueue(values);
  if (json)
    write_json(context.out,
               {{"study", study.name()}, {"trial", trial}, {"params", params_json(study.space(), values)}});
  else
    context.out << fmt::format("trial {}\n", trial);
  return exit_done;
}

}  // namespace craggy::cli
