// `craggy show`: what a study is and what has become of it.
#include <algorithm>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "execution/printable.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_shown = 10;

std::string without_last_breaks(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

Json to_json(const Study& study, const Context& context) {
  const TrialCounts counts = study.counts();
  Json parameters = Json::array();
  for (const Parameter& parameter : study.space().parameters()) parameters.push_back(to_text(parameter));
  const auto recommended = find_recommended(study, context, context.stop);
  return {{"study", study.name()},
          {"direction", direction_word(study.direction())},
          {"parameters", parameters},
          {"surrogate", study.options().suggest.surrogate},
          {"seed", study.options().seed},
          {"best", best_json(study.space(), study.best())},
          {"recommended", recommended_json(study.space(), recommended)},
          {"trials", counts.all()},
          {"finished", counts.finished},
          {"failed", counts.failed},
          {"running", counts.running},
          {"waiting", counts.waiting},
          {"history", trials_json(study)}};
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

void print(const Study& study, bool all, const Context& context) {
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
  context.out << '\n' << trial_table(study, records, context.text_width());
  if (hidden > 0) context.out << fmt::format("\n{} earlier trials; --all shows them\n", hidden);
}

// One trial and all its attempts.
struct TrialView {
  TrialRecord record;
  std::vector<AttemptRow> attempts;
};

TrialView find_trial(const Study& study, TrialNumber number) {
  std::vector<TrialRecord> records = study.trials();
  const auto found = std::find_if(records.begin(), records.end(),
                                  [&](const TrialRecord& record) { return record.number == number; });
  if (found == records.end())
    fail_argument("TRIAL", fmt::format("{}", number),
                  records.empty() ? "the study has no trials yet"
                                  : fmt::format("the study has the trials 0 to {}", records.back().number));
  TrialView view{*found, study.attempts()};
  std::erase_if(view.attempts, [&](const AttemptRow& attempt) { return attempt.trial != number; });
  return view;
}

Json attempt_json(const AttemptRow& attempt) {
  Json json = {{"attempt", attempt.number},
               {"outcome", name_of(attempt.outcome)},
               {"worker", attempt.worker.name},
               {"host", attempt.worker.host},
               {"process", attempt.worker.process},
               {"started", iso_time(attempt.started)},
               {"heartbeat", iso_time(attempt.heartbeat)}};
  if (attempt.ended) json["ended"] = iso_time(*attempt.ended);
  if (const auto seconds = seconds_of(attempt)) json["seconds"] = json_number(*seconds);
  if (attempt.result) json["value"] = json_number(attempt.result->value);
  if (attempt.exit_code) json["exit_code"] = *attempt.exit_code;
  if (!attempt.message.empty()) json["message"] = attempt.message;
  return json;
}

Json trial_view_json(const Study& study, const TrialView& view) {
  const std::map<TrialNumber, AttemptRow> deciding = deciding_attempts(study);
  const auto attempt = deciding.find(view.record.number);
  Json json = trial_json(study.space(), view.record, attempt == deciding.end() ? nullptr : &attempt->second);
  if (const auto& suggestion = view.record.suggestion; suggestion && !suggestion->initial) {
    json["sigma_h"] = json_numbers(suggestion->sigma_h);
    json["fit_seconds"] = json_number(suggestion->fit_seconds);
    json["acquisition_seconds"] = json_number(suggestion->acquisition_seconds);
  }
  json["all_attempts"] = Json::array();
  for (const AttemptRow& each : view.attempts) json["all_attempts"].push_back(attempt_json(each));
  return json;
}

std::string attempt_line(const AttemptRow& attempt) {
  std::string text = fmt::format("{}: {}", attempt.number, name_of(attempt.outcome));
  if (attempt.exit_code) text += fmt::format(", exit status {}", *attempt.exit_code);
  if (!attempt.worker.name.empty()) text += ", worker " + execution::excerpt(attempt.worker.name, 200);
  if (!attempt.worker.host.empty()) text += ", host " + execution::excerpt(attempt.worker.host, 200);
  text += fmt::format(", {}", time_text(attempt.started));
  if (const auto seconds = seconds_of(attempt)) text += fmt::format(", {}", duration(*seconds));
  return text;
}

std::string model_line(const TrialRecord& record) {
  std::string text = model_of(record);
  if (text.empty()) return "none, it was given";
  if (record.suggestion && !record.suggestion->sigma_h.empty())
    text += fmt::format(", sigma_h {}", numbers_line(record.suggestion->sigma_h));
  return text;
}

void print_trial(const Study& study, const TrialView& view, const Context& context) {
  const Page page(context);
  const TrialRecord& record = view.record;
  const Space& space = study.space();
  context.out << fmt::format("{}, trial {}\n\n", study.name(), record.number);
  const char* label = "parameters";
  for (std::size_t i = 0; i < space.size(); ++i)
    if (space.is_active(i, record.values)) {
      page.line(label, fmt::format("{}={}", space[i].name, exact_value(space[i], record.values[i])));
      label = "";
    }
  page.line("chosen by", model_line(record));
  page.line("state", name_of(record.state));
  if (record.objective) page.line("value", exact_number(*record.objective));
  if (!record.constraints.empty()) page.line("constraints", numbers_line(record.constraints));
  if (record.noise) page.line("noise", exact_number(*record.noise));
  page.line("created", time_text(record.created));
  if (record.ended) page.line("ended", time_text(*record.ended));
  label = "attempts";
  for (const AttemptRow& attempt : view.attempts) {
    page.line(label, attempt_line(attempt));
    label = "";
  }
  if (!record.message.empty())
    context.out << '\n' << without_last_breaks(execution::printable(record.message)) << '\n';
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
      "with the best posterior mean, which is recommended, since the best value is mostly luck. Or "
      "everything "
      "about one trial: parameters with every digit, attempts, and the whole message of a failure.");
  parser.positional("STUDY", name, "Name of the study");
  parser.optional_positional("TRIAL", trial, "Number of a trial");
  add_store_option(parser, url);
  parser.flag("--all", all, "Show all trials");
  parser.flag("--json", json, "Print JSON, with all trials");
  parser.examples({"craggy show tune", "craggy show tune 12", "craggy show tune --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  const Study study = open_study(url, name, context.stop);
  if (!trial.empty()) {
    const TrialView view = find_trial(study, parse_trial_number(trial));
    if (json)
      write_json(context.out, trial_view_json(study, view));
    else
      print_trial(study, view, context);
    return exit_done;
  }
  if (json)
    write_json(context.out, to_json(study, context));
  else
    print(study, all, context);
  return exit_done;
}

}  // namespace craggy::cli
