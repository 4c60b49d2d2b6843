// `craggy bench import`: how long it takes to bring many earlier evaluations into a study.
#include "runs/import.hpp"

#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>
#include <craggy/study/study.hpp>

#include "bench/bench.hpp"
#include "bench/scratch_folder.hpp"
#include "bench/scratch_study.hpp"
#include "bench/stopwatch.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

// As somebody may have them: four parameters, a constraint and noise, one row in ten a failure.
std::string csv_of(std::int64_t num_rows) {
  std::mt19937_64 random(1);
  const auto unit = [&random] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  std::string text = "x,y,rate,opt,loss,constraint_1,noise,message\n";
  for (std::int64_t row = 0; row < num_rows; ++row) {
    const bool failed = row % 10 == 9;
    text +=
        fmt::format("{},{},{},{},{},{},{},{}\n", unit(), unit(), 1e-5 + unit(), row % 2 == 0 ? "adam" : "sgd",
                    failed ? "nan" : fmt::format("{}", unit()), failed ? "" : fmt::format("{}", unit() - 0.5),
                    failed ? "" : "0.01", failed ? "the mesh did not close" : "");
  }
  return text;
}

struct Seconds {
  double first;   // of all rows
  double second;  // of the same rows once more, of which none is new
};

StudyOptions study_options_of_rows() {
  StudyOptions options{.space = {{"x", Float{0, 1}},
                                 {"y", Float{0, 1}},
                                 {"rate", Float{1e-5, 2, true}},
                                 {"opt", Categorical{{"adam", "sgd"}}}}};
  options.suggest.surrogate = "latent+noise";
  return options;
}

Seconds measure(Study& study, const std::string& csv, std::int64_t num_rows) {
  runs::ImportOptions options;
  options.columns.names = {{"loss", "value"}};
  const auto import = [&](std::size_t num_new) {
    const Stopwatch watch;
    const runs::ImportReport report = runs::import_into(study, runs::read_import(csv, "rows.csv"), options);
    if (!report.problems.empty()) throw Error(report.problems.front().text);
    if (report.numbers.size() != num_new)
      throw Error(fmt::format("{} rows were imported, and not {}", report.numbers.size(), num_new));
    return watch.seconds();
  };
  const double first = import(static_cast<std::size_t>(num_rows));
  return {first, import(0)};
}

}  // namespace

int bench_import(Arguments arguments, const Context& context) {
  std::string url;
  std::int64_t num_rows = 10'000;
  bool json = false;
  OptionParser parser(
      "bench import",
      "Imports rows of CSV with four parameters, a constraint, noise and failures into a new study, as craggy import "
      "does, and then the same rows again, of which none is new. The study is deleted in the end.");
  parser.text("--store", "URL", url, "Where: left out, a new file in the folder for temporary files");
  parser.whole("--rows", num_rows, 1, "How many");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy bench import", "craggy bench import --rows 10000 --store postgresql://me@db/lab"});
  if (!parser.parse(arguments, context)) return exit_done;

  const ScratchFolder folder;
  if (url.empty()) url = "sqlite:///" + folder.path() + "/store.db";
  if (std::holds_alternative<MemoryUrl>(parse_store_url(url)))
    throw InvalidArgument("--store is 'memory:', but what is imported is to be kept");
  const std::string csv = csv_of(num_rows);
  const ScratchStudy scratch(url, study_options_of_rows());
  Study study = scratch.open();
  const Seconds seconds = measure(study, csv, num_rows);
  if (json)
    write_json(context.out, {{"store", redacted(url)},
                             {"rows", num_rows},
                             {"import_seconds", seconds.first},
                             {"again_seconds", seconds.second}});
  else
    context.out << fmt::format("{} rows: {:.2f} s to import, {:.2f} s to find that they are there already\n",
                               num_rows, seconds.first, seconds.second);
  return exit_done;
}

}  // namespace craggy::cli
