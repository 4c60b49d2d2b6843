// `craggy experiment rerun`: runs recorded repetitions again and says whether the results are the same.
#include "experiments/rerun.hpp"

#include <optional>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/base/thread_pool.hpp>
#include <craggy/linalg/simd_level.hpp>

#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "experiments/method.hpp"
#include "experiments/record_store.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

using experiments::Record;
using experiments::Rerun;

struct RerunOptions {
  std::string source;
  std::string problem;
  std::string method;
  std::optional<std::int64_t> repetition;
  std::uint64_t seed = 0;
  std::uint64_t jobs = 0;
  bool json = false;
};

bool parse(Arguments arguments, const Context& context, RerunOptions& options) {
  OptionParser parser(
      "experiment rerun",
      "Runs recorded repetitions again, with the recorded seeds, options and SIMD level, and says "
      "whether the results are the same in every bit.");
  parser.positional("DIR", options.source, "Folder of a run, or a file *.jsonl");
  parser.text("--problem", "NAME", options.problem, "The problem");
  parser.text("--method", "NAME", options.method, "The method");
  parser.whole("--repetition", options.repetition, 0,
               "The repetition, from 0 [default: all that are recorded]");
  parser.whole("--seed", options.seed, "The base seed");
  parser.whole("--jobs", options.jobs, "Repetitions at the same time; 0: one per processor");
  parser.flag("--json", options.json, "Print JSON");
  parser.examples(
      {"craggy experiment rerun runs/table1 --problem shubert01 --method latent --repetition 3",
       "craggy experiment rerun experiments/results/table1.jsonl --problem beale --method noiseless"});
  if (!parser.parse(arguments, context)) return false;
  for (const char* name : {"--problem", "--method"})
    if (!parser.given(name))
      throw InvalidArgument(fmt::format("{} is missing; see 'craggy experiment rerun --help'", name));
  return true;
}

std::vector<Record> chosen_records(const RerunOptions& options) {
  const std::string method = experiments::parse_method(options.method).name;
  std::vector<Record> chosen;
  for (Record& record : experiments::read_records(options.source))
    if (record.problem == options.problem && record.method == method && record.base_seed == options.seed &&
        (!options.repetition || record.repetition == *options.repetition))
      chosen.push_back(std::move(record));
  if (chosen.empty())
    throw InvalidArgument(fmt::format(
        "{} has no record of {} on {}, {}base seed {}", options.source, method, options.problem,
        options.repetition ? fmt::format("repetition {}, ", *options.repetition) : "", options.seed));
  return chosen;
}

void choose_simd_level(const std::vector<Record>& records) {
  for (const Record& record : records)
    if (record.simd != records.front().simd)
      throw InvalidArgument(
          "the repetitions were made on different SIMD levels; choose one with --repetition");
  set_default_simd_level(parse_simd_level(records.front().simd));
}

Json to_json(const Record& record, const Rerun& again) {
  return {{"problem", record.problem},
          {"method", record.method},
          {"repetition", record.repetition},
          {"base_seed", record.base_seed},
          {"seed", record.seed},
          {"evaluations", record.evaluations()},
          {"identical", !again.difference},
          {"differs_at", again.difference ? Json(*again.difference + 1) : Json(nullptr)},
          {"same_engine", again.same_engine}};
}

std::string to_text(const Record& record, const Rerun& again) {
  const std::string what = describe(record.key());
  if (!again.difference)
    return fmt::format("{}: identical in all {} evaluations, best {}\n", what, record.evaluations(),
                       short_number(again.best));
  return fmt::format("{}: differs at evaluation {}, where the best is {} instead of {}{}\n", what,
                     *again.difference + 1, exact_number(again.best), exact_number(again.recorded_best),
                     again.same_engine ? "" : "; the engine suggests otherwise than the one of the record");
}

}  // namespace

int experiment_rerun(Arguments arguments, const Context& context) {
  RerunOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const std::vector<Record> records = chosen_records(options);
  choose_simd_level(records);
  std::vector<Rerun> results(records.size());
  ThreadPool pool(options.jobs);
  pool.parallel_for(records.size(), [&](std::size_t i) { results[i] = rerun(records[i], context.stop); });

  bool identical = true;
  Json all = Json::array();
  for (std::size_t i = 0; i < records.size(); ++i) {
    identical = identical && !results[i].difference;
    if (options.json)
      all.push_back(to_json(records[i], results[i]));
    else
      context.out << to_text(records[i], results[i]);
  }
  if (options.json) write_json(context.out, all);
  return identical ? exit_done : exit_failed;
}

}  // namespace craggy::cli
