// `craggy ask`: a trial to be evaluated by whoever asks.
#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "commands/commands.hpp"
#include "execution/trial_input.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "standard_stream.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"

namespace craggy::cli {
namespace {

void print(const Study& study, const Trial& trial, bool json, const Context& context) {
  const Space& space = study.space();
  if (json) {
    write_json(context.out, {{"study", study.name()},
                             {"trial", trial.number()},
                             {"seed", execution::trial_seed(study.options().seed, trial.number())},
                             {"params", params_json(space, trial.values())}});
  } else {
    context.out << fmt::format("trial {}\n", trial.number());
    for (std::size_t i = 0; i < space.size(); ++i)
      if (space.is_active(i, trial.values()))
        context.out << fmt::format("{}={}\n", space[i].name, value_text(space[i], trial.values()[i]));
  }
  check_written(context.out);
}

// A line per parameter is not enough for a value with a line break in it.
void check_lines(const Space& space) {
  for (const Parameter& parameter : space.parameters())
    if (const auto* domain = std::get_if<Categorical>(&parameter.domain))
      for (const std::string& choice : domain->choices)
        if (choice.find_first_of("\r\n") != std::string::npos)
          throw InvalidArgument(
              fmt::format("a value of {} has a line break in it, so the trial has to be printed with --json",
                          parameter.name));
}

}  // namespace

int ask(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  std::optional<std::chrono::milliseconds> grace;
  std::uint64_t threads = 0;
  bool json = false;
  OptionParser parser(
      "ask",
      "Prints the next trial to evaluate: its number in the first line, then NAME=VALUE for every "
      "parameter that is active. It is running until craggy tell or craggy fail reports its result.");
  parser.positional("STUDY", name, "Name of the study");
  add_store_option(parser, url);
  parser.time("--grace", grace, "Time after which the trial is handed out again [default: never]");
  parser.whole("--threads", threads, "Threads for the suggestion; 0 means as many as the machine has");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy ask tune", "craggy ask tune --json --grace 2h"});
  if (!parser.parse(arguments, context)) return exit_done;
  Study study =
      open_study(url, name, context.stop, {.detached = true, .grace = grace, .num_threads = threads});
  if (!json) check_lines(study.space());
  const Trial trial = study.ask(context.stop);
  try {
    print(study, trial, json, context);
  } catch (const OutputLost&) {
    study.release(trial);  // nobody knows that it is theirs
    throw;
  }
  return exit_done;
}

}  // namespace craggy::cli
