// `craggy experiment figure`: draws the paper's figures.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "charts/output.hpp"
#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "figures/catalogue.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using figures::figure_entries;
using figures::FigureEntry;

struct FigureCommand {
  std::string name;
  std::string target;
  figures::FigureOptions options;
  std::uint64_t threads = 0;
  bool list = false;
  bool json = false;
  bool quiet = false;
};

bool parse(Arguments arguments, const Context& context, FigureCommand& command) {
  OptionParser parser(
      "experiment figure",
      "Draws one of the paper's figures. The paper does not give the functions of one input that it "
      "shows; ours are stated by --list and in the figures.");
  parser.optional_positional("NAME", command.name, "Name of the figure; --list prints them");
  parser.text("--out", "FILE", command.target,
              "The file to write: *.svg, or *.png, which takes rsvg-convert (Debian: librsvg2-bin)");
  parser.value(
      "--records", "DIR", [&](const std::string& text) { command.options.records = text; },
      "Folder of craggy experiment run, or a file *.jsonl, for figures with regret");
  parser.value(
      "--repetitions", "N",
      [&](const std::string& text) {
        command.options.repetitions = static_cast<std::uint32_t>(
            std::min<std::int64_t>(parse_whole("--repetitions", text, 1), 1'000'000));
      },
      fmt::format("Of corrupted-holder without --records: repetitions of the quick run [default:\u00A0{}]",
                  command.options.repetitions));
  parser.value(
      "--evaluations", "N",
      [&](const std::string& text) {
        command.options.evaluations = static_cast<std::size_t>(parse_whole("--evaluations", text, 2));
      },
      fmt::format("… and evaluations in each [default:\u00A0{}]", command.options.evaluations));
  parser.flag("--list", command.list, "List the figures with their formulas");
  parser.flag("--json", command.json, "Print the list, or what was written, as JSON");
  parser.flag("--quiet", command.quiet, "No progress");
  add_seed_and_threads(parser, command.options.seed, command.threads);
  parser.examples({"craggy experiment figure --list",
                   "craggy experiment figure posterior-comparison --out posterior.svg",
                   "craggy experiment figure corrupted-holder --records experiments/results --out holder.svg",
                   "craggy experiment figure robot-regret --records runs/table1 --out robot.png"});
  if (!parser.parse(arguments, context)) return false;
  if (command.list) return true;
  if (command.name.empty())
    throw InvalidArgument("NAME is missing; 'craggy experiment figure --list' has the names");
  if (command.target.empty())
    throw InvalidArgument("--out is missing; see 'craggy experiment figure --help'");
  charts::check_output_name(command.target);
  const bool quick = command.name == "corrupted-holder" && command.options.records.empty();
  for (const char* option : {"--repetitions", "--evaluations"})
    if (parser.given(option) && !quick)
      throw InvalidArgument(fmt::format("{} is for corrupted-holder without --records", option));
  return true;
}

void print_list(const FigureCommand& command, const Context& context) {
  if (command.json) {
    Json all = Json::array();
    for (const FigureEntry& entry : figure_entries())
      all.push_back({{"name", entry.name},
                     {"summary", entry.summary},
                     {"shows", entry.shows},
                     {"uses_records", entry.uses_records}});
    write_json(context.out, all);
    return;
  }
  for (const FigureEntry& entry : figure_entries())
    context.out << labelled(entry.name, fmt::format("{}\n{}", entry.summary, entry.shows), 22,
                            context.text_width());
}

}  // namespace

int experiment_figure(Arguments arguments, const Context& context) {
  FigureCommand command;
  if (!parse(arguments, context, command)) return exit_done;
  if (command.list) {
    print_list(command, context);
    return exit_done;
  }
  ThreadPool pool(command.threads);
  {
    Progress progress(context.err, context.terminal, {.quiet = command.quiet, .plain_every = 10});
    command.options.progress = [&](std::size_t done, std::size_t all) {
      progress.show(done, all, fmt::format("quick run: {} of {} repetitions", done, all));
    };
    write_figure(make_figure(command.name, command.options, &pool, context.stop), command.target);
  }
  const auto bytes = std::filesystem::file_size(command.target);
  if (command.json)
    write_json(context.out, Json{{"name", command.name}, {"file", command.target}, {"bytes", bytes}});
  else
    context.out << fmt::format("{}: {} ({} kB)\n", command.name, command.target, (bytes + 999) / 1000);
  return exit_done;
}

}  // namespace craggy::cli
