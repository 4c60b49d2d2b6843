#include "demo/demo_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "demo/pair_summary.hpp"
#include "numbers.hpp"
#include "terminal_plot.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

constexpr std::string_view next_command = "craggy run --param 'x=float(0,1)' --trials 30 -- ./my-command {x}";

void paragraph(const Context& context, std::string_view text) {
  context.out << labelled("", text, 0, context.text_width()) << '\n';
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::vector<std::vector<RunScore>> scores_of(const std::vector<std::vector<const ProblemRun*>>& pairs) {
  std::vector<std::vector<RunScore>> scores;
  for (const auto& runs : pairs) {
    scores.emplace_back();
    for (const ProblemRun* run : runs)
      scores.back().push_back({run->best_so_far(), run->gap(), run->seconds()});
  }
  return scores;
}

std::string_view plus_minus(const Context& context) { return context.terminal.utf8 ? "±" : "+-"; }

// "0.912 ± 0.011"; one pair has no standard error.
std::string text_of(const Estimate& value, int digits, std::size_t num_pairs, const Context& context) {
  std::string text = fmt::format("{:.{}f}", value.mean, digits);
  if (num_pairs > 1) text += fmt::format(" {} {:.{}f}", plus_minus(context), value.standard_error, digits);
  return text;
}

void print_table(const PairedPlan& plan, const std::vector<SurrogateSummary>& summaries,
                 std::size_t num_pairs, const Context& context) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t s = 0; s < summaries.size(); ++s) {
    const SurrogateSummary& summary = summaries[s];
    const bool is_yardstick = s + 1 == summaries.size();
    const auto against = [&](std::size_t count) { return is_yardstick ? "" : std::to_string(count); };
    rows.push_back({plan.surrogates[s], text_of(summary.best_so_far.back(), 2, num_pairs, context),
                    text_of(summary.gap, 3, num_pairs, context), against(summary.wins), against(summary.ties),
                    against(summary.losses), duration(summary.seconds)});
  }
  context.out << table({{"surrogate"},
                        {"best value", Align::right},
                        {"gap", Align::right},
                        {"wins", Align::right},
                        {"ties", Align::right},
                        {"losses", Align::right},
                        {"per run", Align::right}},
                       rows)
              << '\n';
}

Series series_of(const std::string& name, const SurrogateSummary& summary, std::size_t num_pairs) {
  Series series{.label = name, .values = {}};
  for (const Estimate& best : summary.best_so_far) {
    series.values.push_back(best.mean);
    if (num_pairs == 1) continue;
    series.lower.push_back(best.mean - best.standard_error);
    series.upper.push_back(best.mean + best.standard_error);
  }
  return series;
}

void print_plot(const PairedPlan& plan, const std::vector<SurrogateSummary>& summaries, std::size_t num_pairs,
                const Context& context) {
  PlotOptions plot = plot_options_for(context.terminal);
  plot.reference = plan.problem->score_reference;
  double highest = plan.problem->score_reference;
  std::vector<Series> series;
  for (std::size_t s = 0; s < summaries.size(); ++s) {
    series.push_back(series_of(plan.surrogates[s], summaries[s], num_pairs));
    // The first evaluations would leave little room for the others: they may stand out of the picture.
    highest = std::max(highest, series.back().values[series.back().values.size() / 5]);
  }
  plot.highest = highest;
  context.out << plot_best_so_far(series, plot) << '\n';
}

// "craggy is ahead of noiseless by 0.041 ± 0.020 of the gap".
std::string verdict(const std::string& name, const std::string& yardstick, const Estimate& lead,
                    std::size_t num_pairs, const Context& context) {
  if (std::abs(lead.mean) <= tie) return fmt::format("{} and {} are level", name, yardstick);
  const Estimate size{std::abs(lead.mean), lead.standard_error};
  return fmt::format("{} is {} {} by {}", name, lead.mean < 0.0 ? "behind" : "ahead of", yardstick,
                     text_of(size, 3, num_pairs, context));
}

// The last one is the yardstick itself.
bool any_may_be_chance(const std::vector<SurrogateSummary>& summaries) {
  return std::any_of(summaries.begin(), summaries.end() - 1, [](const SurrogateSummary& summary) {
    return std::abs(summary.lead.mean) < 2.0 * summary.lead.standard_error;
  });
}

void print_reading(const PairedPlan& plan, const std::vector<SurrogateSummary>& summaries,
                   std::size_t num_pairs, const Context& context) {
  const std::string& yardstick = plan.surrogates.back();
  std::string verdicts;
  for (std::size_t s = 0; s + 1 < summaries.size(); ++s)
    verdicts += (s == 0 ? "" : " and ") +
                verdict(plan.surrogates[s], yardstick, summaries[s].lead, num_pairs, context);
  std::string text = fmt::format(
      "Over {}, in mean gap, {}. The gap is the share of the way from the better start to the minimum: 1 is "
      "all of it. Wins, ties and losses are against {} from the same starts; gaps within {} of each other "
      "are a tie.",
      counted(num_pairs, "pair"), verdicts, yardstick, tie);
  if (num_pairs > 1)
    text += fmt::format(" {} and the bands are one standard error of the mean over the pairs.",
                        plus_minus(context));
  if (num_pairs == 1 || any_may_be_chance(summaries))
    text += fmt::format(" {} may be chance: --pairs {} says more, in more time.",
                        num_pairs == 1 ? "A single pair" : "A difference below two standard errors",
                        4 * num_pairs);
  paragraph(context, text);
}

Json json_of(const Estimate& value, std::size_t num_pairs) {
  return {{"mean", json_number(value.mean)},
          {"standard_error", num_pairs > 1 ? json_number(value.standard_error) : Json(nullptr)}};
}

Json json_of(const std::string& surrogate, const SurrogateSummary& summary, std::size_t num_pairs) {
  Json means = Json::array();
  Json errors = Json::array();
  for (const Estimate& best : summary.best_so_far) {
    means.push_back(json_number(best.mean));
    errors.push_back(num_pairs > 1 ? json_number(best.standard_error) : Json(nullptr));
  }
  return {{"surrogate", surrogate},
          {"best", json_of(summary.best_so_far.back(), num_pairs)},
          {"gap", json_of(summary.gap, num_pairs)},
          {"lead", json_of(summary.lead, num_pairs)},
          {"wins", summary.wins},
          {"ties", summary.ties},
          {"losses", summary.losses},
          {"seconds", json_number(summary.seconds)},
          {"best_so_far", {{"mean", means}, {"standard_error", errors}}}};
}

}  // namespace

void introduce(const PairedPlan& plan, const Context& context) {
  paragraph(context,
            fmt::format("The minimum of the Corrupted Holder Table, a function with many hills and steps on "
                        "top of them, in {}, from {} of starting points. The plain GP (noiseless) has to "
                        "explain every step. The latent GP of the paper (latent) keeps the trend and lets a "
                        "latent input per evaluation absorb the rest. The shipped default (craggy) takes "
                        "four models in turn, the latent GP among them.",
                        counted(plan.trials, "evaluation"), counted(plan.pairs, "pair")));
  context.out << std::flush;
}

void print_pairs(const PairedPlan& plan, const std::vector<FinishedRun>& finished, const Context& context) {
  const auto pairs = whole_pairs(plan, finished);
  if (pairs.empty()) return;
  const std::vector<SurrogateSummary> summaries = summarise(scores_of(pairs));
  print_table(plan, summaries, pairs.size(), context);
  print_plot(plan, summaries, pairs.size(), context);
  print_reading(plan, summaries, pairs.size(), context);
  context.out << "Next, a command of your own that prints a number (in a checkout: ./run craggy):\n  "
              << next_command << '\n';
}

Json pairs_json(const PairedPlan& plan, const std::vector<FinishedRun>& finished, bool interrupted) {
  const auto pairs = whole_pairs(plan, finished);
  Json summary = Json::array();
  if (!pairs.empty()) {
    const std::vector<SurrogateSummary> summaries = summarise(scores_of(pairs));
    for (std::size_t s = 0; s < summaries.size(); ++s)
      summary.push_back(json_of(plan.surrogates[s], summaries[s], pairs.size()));
  }
  Json runs = Json::array();
  for (const FinishedRun& each : finished) {
    runs.push_back(each.run.json());
    runs.back()["pair"] = each.pair;
  }
  return {{"problem", plan.problem->name},
          {"score_reference", json_number(plan.problem->score_reference)},
          {"trials", plan.trials},
          {"seed", plan.seed},
          {"pairs", pairs.size()},
          {"tie", tie},
          {"summary", summary},
          {"runs", runs},
          {"interrupted", interrupted}};
}

}  // namespace craggy::cli
