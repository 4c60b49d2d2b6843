// `craggy show`: what a study is and what has become of it.
#include <algorithm>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::size_t num_shown = 10;

Json to_json(const Study& study) {
  const TrialCounts counts = study.counts();
  Json parameters = Json::array();
  for (const Parameter& parameter : study.space().parameters()) parameters.push_back(to_text(parameter));
  Json trials = Json::array();
  for (const TrialRecord& record : study.trials()) trials.push_back(trial_json(study.space(), record));
  return {{"study", study.name()},
          {"direction", study.direction() == Direction::minimise ? "minimize" : "maximize"},
          {"parameters", parameters},
          {"surrogate", study.options().suggest.surrogate},
          {"seed", study.options().seed},
          {"best", best_json(study.space(), study.best())},
          {"trials", counts.all()},
          {"finished", counts.finished},
          {"failed", counts.failed},
          {"running", counts.running},
          {"waiting", counts.waiting},
          {"history", trials}};
}

void print(const Study& study, bool all, const Context& context) {
  const auto line = [&](std::string_view label, std::string_view text) {
    context.out << labelled(fmt::format("  {}", label), text, 14, context.text_width());
  };
  const TrialCounts counts = study.counts();
  context.out << study.name() << "\n\n";
  for (const Parameter& parameter : study.space().parameters())
    line(&parameter == study.space().parameters().data() ? "parameters" : "", to_text(parameter));
  line("direction", study.direction() == Direction::minimise ? "minimize" : "maximize");
  line("surrogate", fmt::format("{}, seed {}", study.options().suggest.surrogate, study.options().seed));
  line("trials", fmt::format("{}: {} finished, {} failed, {} running, {} waiting", counts.all(),
                             counts.finished, counts.failed, counts.running, counts.waiting));
  if (const auto best = study.best(); best && best->objective) {
    line("best value", fmt::format("{} in trial {}", exact_number(*best->objective), best->number));
    line("at", params_line(study.space(), best->values));
  }
  std::vector<TrialRecord> records = study.trials();
  if (records.empty()) return;
  const std::size_t hidden = all ? 0 : records.size() - std::min(records.size(), num_shown);
  records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(hidden));
  context.out << '\n' << trial_table(study, records, context.text_width());
  if (hidden > 0) context.out << fmt::format("\n{} earlier trials; --all shows them\n", hidden);
}

}  // namespace

int show(Arguments arguments, const Context& context) {
  std::string name;
  std::string url = default_store;
  bool all = false;
  bool json = false;
  OptionParser parser("show", "Shows a study: its parameters, its best value, its last trials.");
  parser.positional("STUDY", name, "Name of the study");
  add_store_option(parser, url);
  parser.flag("--all", all, "Show all trials");
  parser.flag("--json", json, "Print JSON, with all trials");
  parser.examples({"craggy show tune", "craggy show tune --json"});
  if (!parser.parse(arguments, context)) return exit_done;
  const Study study = open_study(url, name, context.stop);
  if (json)
    write_json(context.out, to_json(study));
  else
    print(study, all, context);
  return exit_done;
}

}  // namespace craggy::cli
