// `craggy experiment run`: runs a suite, several repetitions at a time, and resumes where it was interrupted.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"
#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "experiment/run_progress.hpp"
#include "experiments/runner.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

using experiments::Cell;
using experiments::Plan;
using experiments::RunSummary;

struct SuiteRunOptions {
  std::string suite;
  std::string folder;
  experiments::SuiteFilter filter;
  std::uint64_t seed = 0;
  std::uint64_t jobs = 0;
  std::optional<std::string> simd;
  bool mixed = false;
  bool dry = false;
  bool json = false;
  bool quiet = false;
};

std::vector<std::string> names_in(const std::string& option, const std::string& list) {
  std::vector<std::string> names;
  for (const std::string_view name : split(list, ',')) {
    names.emplace_back(trimmed(name));
    if (names.back().empty()) fail_argument(option, fmt::format("'{}'", list), "one of its names is empty");
  }
  return names;
}

// Peers go by their names alone; random points are built in.
std::vector<std::string> peers_in(const std::string& list) {
  std::vector<std::string> methods = names_in("--peers", list);
  for (std::string& name : methods)
    if (name != "random" && !name.starts_with("peer/")) name.insert(0, "peer/");
  return methods;
}

bool parse(Arguments arguments, const Context& context, SuiteRunOptions& options) {
  OptionParser parser(
      "experiment run",
      "Runs an experiment: every method on every problem of a suite, from initial points that all "
      "methods share, with one record per finished repetition in DIR/records.jsonl. The same "
      "command resumes where it was interrupted.");
  parser.positional("SUITE", options.suite, "Name of the suite; craggy experiment suites lists them");
  parser.text("--out", "DIR", options.folder, "Folder of the records; made if it is not there");
  parser.value(
      "--only", "P,...", [&](const std::string& text) { options.filter.problems = names_in("--only", text); },
      "Problems of the suite to run [default: all]");
  parser.value(
      "--surrogates", "M,...",
      [&](const std::string& text) { options.filter.methods = names_in("--surrogates", text); },
      "Methods to run, such as latent:sampled:lcb, also some that the suite does not have [default: those of "
      "the suite]");
  parser.value(
      "--peers", "P,...", [&](const std::string& text) { options.filter.peers = peers_in(text); },
      "Other optimisers to run as well, such as botorch,cma; craggy experiment suites lists them");
  parser.value(
      "--evaluations", "N",
      [&](const std::string& text) {
        options.filter.evaluations = static_cast<std::size_t>(parse_whole("--evaluations", text, 1));
      },
      "Evaluations per repetition, the two initial ones included [default: the suite's]");
  parser.value(
      "--repetitions", "N",
      [&](const std::string& text) {
        options.filter.repetitions = static_cast<std::uint32_t>(
            std::min<std::int64_t>(parse_whole("--repetitions", text, 1), 1'000'000));
      },
      "Repetitions [default: the suite's]");
  parser.whole("--seed", options.seed, "Base seed, from which those of the repetitions follow");
  parser.whole("--jobs", options.jobs,
               "Repetitions at the same time, each on one thread; 0: one per processor");
  parser.choice("--simd", options.simd, {"baseline", "v3", "v4"},
                "SIMD level: baseline, v3 or v4 [default: the best of this machine]");
  parser.flag("--mixed", options.mixed,
              "Go on although DIR has records of the same methods by an engine that suggests otherwise");
  parser.flag("--dry-run", options.dry, "Only say what there is to do");
  parser.flag("--json", options.json, "Print a summary as JSON");
  parser.flag("--quiet", options.quiet, "No progress");
  parser.examples(
      {"craggy experiment run table1 --out runs/table1 --jobs 2",
       "craggy experiment run table1 --out runs/table1 --only shubert01,holder_table --repetitions 5",
       "craggy experiment run corrupted-holder --out runs/holder --surrogates latent,craggy --seed 1",
       "craggy experiment run table1 --out runs/rotated --surrogates latent:sigma_h=rotated",
       "craggy experiment run corrupted-holder --out runs/holder --peers botorch,cma --repetitions 5"});
  if (!parser.parse(arguments, context)) return false;
  if (options.folder.empty()) throw InvalidArgument("--out is missing; see 'craggy experiment run --help'");
  if (options.jobs == 0) options.jobs = std::max(1U, std::thread::hardware_concurrency());
  if (options.simd) set_default_simd_level(parse_simd_level(*options.simd));
  return true;
}

Json to_json(const SuiteRunOptions& options, const Plan& plan, const RunSummary& summary, double seconds) {
  Json failed = Json::array();
  for (const experiments::Failure& failure : summary.failures)
    failed.push_back({{"problem", failure.key.problem},
                      {"method", failure.key.method},
                      {"repetition", failure.key.repetition},
                      {"message", failure.message}});
  return {{"suite", options.suite},
          {"out", options.folder},
          {"base_seed", options.seed},
          {"repetitions", plan.num_stored + plan.jobs.size()},
          {"stored_before", plan.num_stored},
          {"finished", summary.num_finished},
          {"failed", failed},
          {"interrupted", summary.interrupted},
          {"seconds", json_number(seconds)}};
}

void print(const SuiteRunOptions& options, const Plan& plan, const RunSummary& summary, double seconds,
           const Context& context) {
  context.out << fmt::format("{}: {} of {} repetitions finished in {}, {} were there before\n", options.suite,
                             summary.num_finished, plan.jobs.size(), duration(seconds), plan.num_stored);
  context.out << fmt::format("records: {}/records.jsonl\n", options.folder);
}

void print_plan(const Plan& plan, const SuiteRunOptions& options, const Context& context) {
  std::map<std::string, std::size_t> left;
  for (const experiments::JobId& job : plan.jobs) ++left[job.key.method];
  if (options.json) {
    write_json(context.out, {{"suite", options.suite},
                             {"repetitions", plan.num_stored + plan.jobs.size()},
                             {"stored_before", plan.num_stored},
                             {"left", left}});
    return;
  }
  context.out << fmt::format("{}: {} repetitions, of which {} are there and {} are left\n", options.suite,
                             plan.num_stored + plan.jobs.size(), plan.num_stored, plan.jobs.size());
  for (const auto& [method, count] : left) context.out << fmt::format("{:>8}  {}\n", count, method);
}

}  // namespace

int experiment_run(Arguments arguments, const Context& context) {
  SuiteRunOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const std::vector<Cell> cells = filtered(experiments::find_suite(options.suite), options.filter);
  const experiments::PlanOptions plan_options{
      .suite = options.suite, .base_seed = options.seed, .version = CRAGGY_VERSION, .mixed = options.mixed};
  if (options.dry) {
    const bool nothing_there =
        !std::filesystem::exists(std::filesystem::path(options.folder) / "records.jsonl");
    const auto stored =
        nothing_there ? experiments::StoredRecords() : experiments::read_stored_records(options.folder);
    print_plan(make_plan(cells, stored, plan_options), options, context);
    return exit_done;
  }

  experiments::RecordStore store(options.folder);
  if (store.dropped_bytes() > 0)
    context.err << fmt::format("craggy: dropped the last {} bytes of {}: a line that was cut short\n",
                               store.dropped_bytes(), store.file().string());
  const Plan plan = make_plan(cells, store.stored(), plan_options);
  const auto begin = std::chrono::steady_clock::now();
  const RunSummary summary = [&] {
    RunProgress progress(context, plan, options.quiet);
    const auto watch = [&](experiments::RunEvent event, const experiments::RunState& state) {
      progress.show(event, state);
    };
    return run(plan, store, options.jobs, context.stop, watch);
  }();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  if (options.json)
    write_json(context.out, to_json(options, plan, summary, seconds));
  else
    print(options, plan, summary, seconds, context);
  if (summary.interrupted) {
    context.err << "craggy: interrupted; the same command resumes it\n";
    return exit_interrupted;
  }
  return summary.failures.empty() ? exit_done : exit_failed;
}

}  // namespace craggy::cli
