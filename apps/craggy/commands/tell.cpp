// `craggy tell` and `craggy fail`: the result of a trial, or that there is none.
#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study_view.hpp>

#include "commands/commands.hpp"
#include "execution/result_text.hpp"
#include "exit_code.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"

namespace craggy::cli {
namespace {

struct Target {
  std::string study;
  std::string trial;
  std::string store = default_store;
  bool json = false;

  TrialNumber number() const { return parse_trial_number(trial); }
};

void add_options(OptionParser& parser, Target& target) {
  add_store_option(parser, target.store);
  parser.flag("--json", target.json, "Print JSON");
}

std::string_view name_of(Told told) {
  switch (told) {
    case Told::accepted:
      return "accepted";
    case Told::repeated:
      return "repeated";
    case Told::kept:
      break;
  }
  return "kept";
}

void report(const Target& target, Told told, const Context& context) {
  if (target.json) {
    write_json(context.out, {{"study", target.study}, {"trial", target.number()}, {"told", name_of(told)}});
    return;
  }
  if (told == Told::repeated) context.err << "craggy: that was known already\n";
  if (told == Told::kept)
    context.err << "craggy: somebody else's result came first; this one is kept with its attempt\n";
}

// What contradicts what was told before may be the truth.
template <class Said>
Told say(Study& study, TrialNumber number, const Said& said, bool correct,
         Told (Study::*first)(TrialNumber, const Said&)) {
  if (correct) return study.correct(number, said);
  try {
    return (study.*first)(number, said);
  } catch (const InvalidArgument& error) {
    const std::optional<TrialRecord> trial = StudyView(study).trial(number);
    const bool is_decided =
        trial && (trial->state == TrialState::finished || trial->state == TrialState::failed);
    throw InvalidArgument(fmt::format("{}{}", error.what(), is_decided ? "; --correct puts it right" : ""));
  }
}

}  // namespace

int tell(Arguments arguments, const Context& context) {
  Target target;
  std::string value;
  bool correct = false;
  OptionParser parser(
      "tell",
      "Reports the result of a trial. The first one counts; what was told by mistake is put right "
      "with --correct.");
  parser.positional("STUDY", target.study, "Name of the study");
  parser.positional("TRIAL", target.trial, "Number of the trial");
  parser.number_positional("VALUE", value,
                           R"(A number, or JSON such as {"value": 0.3, "constraints": [-1], "noise": 0.1})");
  parser.flag("--correct", correct,
              "Put this in the place of what was told of the trial; that is kept among its attempts");
  add_options(parser, target);
  parser.examples({"craggy tell tune 12 0.031",
                   R"(craggy tell tune 12 '{"value": 0.031, "constraints": [-2.5]}')",
                   "craggy tell tune 12 0.31 --correct"});
  if (!parser.parse(arguments, context)) return exit_done;
  const execution::ParsedResult parsed = execution::parse_result(value);
  if (const auto* problem = std::get_if<execution::NoResult>(&parsed))
    throw InvalidArgument(fmt::format("VALUE is no result: {}", problem->reason));
  Study study = open_study(target.store, target.study, context.stop, to_tell);
  report(target, say<Result>(study, target.number(), std::get<Result>(parsed), correct, &Study::tell),
         context);
  return exit_done;
}

int fail(Arguments arguments, const Context& context) {
  Target target;
  Failure failure;
  bool correct = false;
  OptionParser parser("fail", "Reports that a trial could not be evaluated. craggy learns from that, too.");
  parser.positional("STUDY", target.study, "Name of the study");
  parser.positional("TRIAL", target.trial, "Number of the trial");
  parser.text("--message", "TEXT", failure.message, "Why");
  parser.flag("--again", failure.again, "Have it evaluated again instead");
  parser.flag("--correct", correct,
              "The trial has failed whatever was told of it; that is kept among its attempts");
  add_options(parser, target);
  parser.examples({"craggy fail tune 12 --message 'the mesh did not close'", "craggy fail tune 12 --again",
                   "craggy fail tune 12 --correct --message 'the wrong unit'"});
  if (!parser.parse(arguments, context)) return exit_done;
  if (correct && failure.again)
    throw InvalidArgument(
        "--again and --correct are given, but a trial that was decided is not evaluated again; craggy enqueue "
        "--trial repeats its point");
  Study study = open_study(target.store, target.study, context.stop, to_tell);
  report(target, say<Failure>(study, target.number(), failure, correct, &Study::fail), context);
  return exit_done;
}

}  // namespace craggy::cli
