// `craggy show`: what a study is and what has become of it.
#include <algorithm>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "look/again.hpp"
#include "look/curve.hpp"
#include "look/follow.hpp"
#include "look/look.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "runs/reason.hpp"
#include "runs/settings.hpp"
#include "runs/verdicts.hpp"
#include "study/study_settings.hpp"
#include "study/trial_seed.hpp"
#include "study/trial_texts.hpp"
#include "study/verdict_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_shown = 10;
constexpr int curve_height = 8;

std::string without_last_breaks(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

class Page {
 public:
  explicit Page(const Context& context) : context_(context) {}

  void line(std::string_view label, std::string_view text) const {
    context_.out << labelled(fmt::format("  {}", label), text, 14, context_.text_width());
  }

 private:
  const Context& context_;
};

std::string settings_line(const StudyView& study) {
  std::string text;
  for (const runs::Setting& setting : runs::changed_settings(study.options()))
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", setting.name, setting.value);
  return text;
}

std::string counts_line(const TrialCounts& counts) {
  std::string text = fmt::format("{}: {} finished, {} failed, {} running, {} waiting", counts.all(),
                                 counts.finished, counts.failed, counts.running, counts.waiting);
  if (counts.infeasible > 0) text += fmt::format("; {} of the finished ones infeasible", counts.infeasible);
  return text;
}

// In one line whatever its length: it is to be copied.
void print_again(const StudyView& study, const TrialRecord& record, const std::string& store,
                 const Context& context) {
  context.out << fmt::format("  {:<12}{}\n", "again", again_line(study, record, store));
  if (const std::string note = again_note(study); !note.empty()) Page(context).line("", note);
}

void print_best(const StudyView& study, const Page& page, const std::string& store, const Context& context) {
  const std::optional<TrialRecord> best = study.best();
  if (best && best->objective) {
    page.line("best value", fmt::format("{} in trial {}", exact_number(*best->objective), best->number));
    page.line("at", params_line(study.space(), best->values));
  }
  const std::optional<RecommendedTrial> recommended = find_recommended(study, context, context.stop);
  if (recommended) {
    page.line("recommended", recommended_text(*recommended));
    page.line("at", params_line(study.space(), recommended->record.values));
  }
  if (best) print_again(study, recommended ? recommended->record : *best, store, context);
}

void print(const StudyView& study, bool all, const std::string& store, const Context& context) {
  const Page page(context);
  context.out << study.name() << "\n\n";
  for (const Parameter& parameter : study.space().parameters())
    page.line(&parameter == study.space().parameters().data() ? "parameters" : "", to_text(parameter));
  page.line("direction", direction_word(study.direction()));
  page.line("surrogate", fmt::format("{}, seed {}", study.options().suggest.surrogate, study.options().seed));
  if (const std::string settings = settings_line(study); !settings.empty()) page.line("settings", settings);
  page.line("trials", counts_line(study.counts()));
  print_best(study, page, store, context);
  std::vector<TrialRecord> records = study.trials();
  if (records.empty()) return;
  if (const std::string curve = best_curve(records, study.direction(), context.terminal, curve_height);
      !curve.empty())
    context.out << '\n' << curve;
  const std::size_t hidden = all ? 0 : records.size() - std::min(records.size(), num_shown);
  records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(hidden));
  context.out << '\n' << trial_table(study.space(), records, context.text_width());
  if (hidden > 0) context.out << fmt::format("\n{} earlier trials; --all shows them\n", hidden);
  context.out << verdict_lines(runs::verdicts_of(study), runs::Severity::note, context.text_width());
}

std::string attempt_line(const AttemptRow& attempt) {
  std::string text = fmt::format("{}: {}", attempt.number, name_of(attempt.outcome));
  if (attempt.exit_code) text += fmt::format(", exit status {}", *attempt.exit_code);
  if (!attempt.worker.name.empty()) text += ", worker " + excerpt(attempt.worker.name, 200);
  if (!attempt.worker.host.empty()) text += ", host " + excerpt(attempt.worker.host, 200);
  text += fmt::format(", {}", runs::time_text(attempt.started));
  if (const auto seconds = runs::seconds_of(attempt)) text += fmt::format(", {}", duration(*seconds));
  if (corrected_attempt(attempt)) text += ", " + excerpt(attempt.message, 200);
  return text;
}

std::string model_line(const TrialRecord& record) {
  std::string text = runs::model_of(record);
  if (text.empty()) return "none, it was given";
  if (record.suggestion && !record.suggestion->sigma_h.empty())
    text += fmt::format(", sigma_h {}", numbers_line(record.suggestion->sigma_h));
  return text;
}

void print_trial(const StudyView& study, const TrialRecord& record, const std::string& store,
                 const Context& context) {
  const Page page(context);
  const Space& space = study.space();
  context.out << fmt::format("{}, trial {}\n\n", study.name(), record.number);
  const char* label = "parameters";
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, record.values)) {
      page.line(label, fmt::format("{}={}", space[i].name, exact_value(space[i], record.values[i])));
      label = "";
    }
  page.line("chosen by", model_line(record));
  page.line("why", runs::reason_sentence(record, study.direction(), study.best_seen_by(record.number)));
  page.line("state", name_of(record.state));
  if (record.objective) page.line("value", exact_number(*record.objective));
  if (!record.constraints.empty()) page.line("constraints", numbers_line(record.constraints));
  if (record.noise) page.line("noise", exact_number(*record.noise));
  page.line("seed", fmt::format("{}", trial_seed(study.options().seed, record.number)));
  page.line("created", runs::time_text(record.created));
  if (record.ended) page.line("ended", runs::time_text(*record.ended));
  label = "attempts";
  for (const AttemptRow& attempt : study.attempts(record.number)) {
    page.line(label, attempt_line(attempt));
    label = "";
  }
  print_again(study, record, store, context);
  if (!record.message.empty()) context.out << '\n' << without_last_breaks(printable(record.message)) << '\n';
}

}  // namespace

int show(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  std::string trial;
  bool all = false;
  bool follows = false;
  bool json = false;
  OptionParser parser(
      "show",
      "Shows a study: its parameters, its settings, its best value with the line that evaluates it again, how "
      "the best value came about, its last trials, and in words what is wrong with it, if anything is. Where "
      "values are noisy also the trial with the best posterior mean, which is recommended, since the best value "
      "is partly luck. Or everything about one trial: parameters with every digit, why it was suggested, its "
      "seed, attempts, and the whole message of a failure.");
  parser.optional_positional("STUDY", name, "Name of the study [default: the newest]");
  parser.optional_positional("TRIAL", trial, "Number of a trial");
  add_store_option(parser, url);
  parser.flag("--all", all, "Show all trials");
  parser.flag(
      "--follow", follows,
      "Show it again whenever it changes, until nobody works on it; without a terminal a line per change");
  parser.flag("--json", json, "Print JSON, with all trials");
  parser.examples({"craggy show", "craggy show tune", "craggy show tune --follow", "craggy show tune 12",
                   "craggy show tune --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  if (follows && (json || !trial.empty()))
    fail_argument("--follow", json ? "given with --json" : "given with a trial", "it shows a study as text");
  const StudyView study = open_study(name, url, context);
  if (!trial.empty()) {
    const TrialRecord record = find_trial(study, parse_trial_number(trial));
    if (json)
      write_json(context.out, runs::trial_view_json(study, record));
    else
      print_trial(study, record, url, context);
    return exit_done;
  }
  if (json) {
    Json document = runs::study_json(study, find_recommended(study, context, context.stop));
    document["history"] = document["trials"];  // deprecated: what they were called before
    write_json(context.out, document);
  } else if (follows) {
    return follow(
        study, [&] { print(study, all, url, context); }, context);
  } else {
    print(study, all, url, context);
  }
  return exit_done;
}

}  // namespace craggy::cli
