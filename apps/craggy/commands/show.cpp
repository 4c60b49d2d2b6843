// `craggy show`: what a study is and what has become of it.
#include <algorithm>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "runs/reason.hpp"
#include "runs/verdicts_json.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "study/verdict_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_shown = 10;

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

void print(const StudyView& study, bool all, const Context& context) {
  const Page page(context);
  const TrialCounts counts = study.counts();
  context.out << study.name() << "\n\n";
  for (const Parameter& parameter : study.space().parameters())
    page.line(&parameter == study.space().parameters().data() ? "parameters" : "", to_text(parameter));
  page.line("direction", direction_word(study.direction()));
  page.line("surrogate", fmt::format("{}, seed {}", study.options().suggest.surrogate, study.options().seed));
  page.line("trials", fmt::format("{}: {} finished, {} failed, {} running, {} waiting", counts.all(),
                                  counts.finished, counts.failed, counts.running, counts.waiting));
  if (const auto best = study.best(); best && best->objective) {
    page.line("best value", fmt::format("{} in trial {}", exact_number(*best->objective), best->number));
    page.line("at", params_line(study.space(), best->values));
  }
  if (const auto recommended = find_recommended(study, context, context.stop)) {
    page.line("recommended", recommended_text(*recommended));
    page.line("at", params_line(study.space(), recommended->record.values));
  }
  std::vector<TrialRecord> records = study.trials();
  if (records.empty()) return;
  const std::size_t hidden = all ? 0 : records.size() - std::min(records.size(), num_shown);
  records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(hidden));
  context.out << '\n' << trial_table(study.space(), records, context.text_width());
  if (hidden > 0) context.out << fmt::format("\n{} earlier trials; --all shows them\n", hidden);
  context.out << verdict_lines(runs::verdicts_of(study), runs::Severity::note, context.text_width());
}

TrialRecord find_trial(const StudyView& view, TrialNumber number) {
  if (std::optional<TrialRecord> record = view.trial(number)) return *std::move(record);
  const std::vector<TrialRecord> records = view.trials();
  fail_argument("TRIAL", fmt::format("{}", number),
                records.empty() ? "the study has no trials yet"
                                : fmt::format("the study has the trials 0 to {}", records.back().number));
}

std::string attempt_line(const AttemptRow& attempt) {
  std::string text = fmt::format("{}: {}", attempt.number, name_of(attempt.outcome));
  if (attempt.exit_code) text += fmt::format(", exit status {}", *attempt.exit_code);
  if (!attempt.worker.name.empty()) text += ", worker " + excerpt(attempt.worker.name, 200);
  if (!attempt.worker.host.empty()) text += ", host " + excerpt(attempt.worker.host, 200);
  text += fmt::format(", {}", runs::time_text(attempt.started));
  if (const auto seconds = runs::seconds_of(attempt)) text += fmt::format(", {}", duration(*seconds));
  return text;
}

std::string model_line(const TrialRecord& record) {
  std::string text = runs::model_of(record);
  if (text.empty()) return "none, it was given";
  if (record.suggestion && !record.suggestion->sigma_h.empty())
    text += fmt::format(", sigma_h {}", numbers_line(record.suggestion->sigma_h));
  return text;
}

void print_trial(const StudyView& study, const TrialRecord& record, const Context& context) {
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
  page.line("created", runs::time_text(record.created));
  if (record.ended) page.line("ended", runs::time_text(*record.ended));
  label = "attempts";
  for (const AttemptRow& attempt : study.attempts(record.number)) {
    page.line(label, attempt_line(attempt));
    label = "";
  }
  if (!record.message.empty()) context.out << '\n' << without_last_breaks(printable(record.message)) << '\n';
}

}  // namespace

int show(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  std::string trial;
  bool all = false;
  bool json = false;
  OptionParser parser(
      "show",
      "Shows a study: its parameters, its best value, its last trials; where values are noisy also the trial "
      "with the best posterior mean, which is recommended, since the best value is mostly luck; and in "
      "words what is wrong with the study, if anything is. Or everything about one trial: parameters with every digit, attempts, and the whole message of a "
      "failure.");
  parser.positional("STUDY", name, "Name of the study");
  parser.optional_positional("TRIAL", trial, "Number of a trial");
  add_store_option(parser, url);
  parser.flag("--all", all, "Show all trials");
  parser.flag("--json", json, "Print JSON, with all trials");
  parser.examples({"craggy show tune", "craggy show tune 12", "craggy show tune --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  const StudyView study = StudyView::open(open_existing_store(url, context.stop), name);
  if (!trial.empty()) {
    const TrialRecord record = find_trial(study, parse_trial_number(trial));
    if (json)
      write_json(context.out, runs::trial_view_json(study, record));
    else
      print_trial(study, record, context);
    return exit_done;
  }
  if (json) {
    Json page = runs::study_json(study, find_recommended(study, context, context.stop));
    page["verdicts"] = runs::verdicts_json(runs::verdicts_of(study));
    write_json(context.out, page);
  } else {
    print(study, all, context);
  }
  return exit_done;
}

}  // namespace craggy::cli
