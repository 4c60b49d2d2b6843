// `craggy experiment benchmarks`: the page that puts craggy beside other methods, with its figures.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "option_parser.hpp"
#include "output_file.hpp"
#include "results/benchmark_page.hpp"
#include "results/record_set.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::cli {
namespace {

namespace fs = std::filesystem;

struct BenchmarksOptions {
  std::vector<std::string> sources;
  std::string target;
  std::string figures = "docs/figures";
};

bool parse(Arguments arguments, const Context& context, BenchmarksOptions& options) {
  OptionParser parser(
      "experiment benchmarks",
      "Writes a page in Markdown that puts craggy beside other methods: mean ranks, gaps by family of problems, "
      "targets reached over evaluations with a figure for each suite, and where craggy loses. The same records "
      "give the same page. Methods and suites without records are left out.");
  parser.positionals("DIR", options.sources, "Folders of runs, or files *.jsonl");
  parser.text("--out", "FILE", options.target, "Write the page to a file, and the figures to their folder");
  parser.text("--figures", "DIR", options.figures, "The folder of the figures [default:\u00A0docs/figures]");
  parser.examples({"craggy experiment benchmarks experiments/results --out docs/benchmarks.md"});
  if (!parser.parse(arguments, context)) return false;
  if (options.target.empty() && parser.given("--figures")) throw InvalidArgument("--figures needs --out");
  return true;
}

// Files, in order, that a folder has or that were named.
std::vector<fs::path> files_of(const std::vector<std::string>& sources) {
  std::vector<fs::path> files;
  for (const std::string& source : sources) {
    if (!fs::is_directory(source)) {
      files.emplace_back(source);
      continue;
    }
    const std::size_t begin = files.size();
    for (const fs::directory_entry& entry : fs::directory_iterator(source))
      if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(begin), files.end());
  }
  return files;
}

std::string from_page(const BenchmarksOptions& options) {
  if (options.target.empty()) return "figures";
  const fs::path page_folder = fs::absolute(options.target).parent_path();
  return fs::absolute(options.figures).lexically_relative(page_folder).generic_string();
}

}  // namespace

int experiment_benchmarks(Arguments arguments, const Context& context) {
  BenchmarksOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  std::vector<results::BenchmarkSource> sources;
  for (const fs::path& file : files_of(options.sources))
    sources.push_back({file.generic_string(), results::read_record_set(std::vector{file})});
  const auto reference = [](const std::string& problem) {
    return testbeds::find_problem(problem).score_reference;
  };
  const results::BenchmarkPage page = results::benchmark_page(sources, from_page(options), reference);
  if (options.target.empty()) {
    context.out << page.text;
    return exit_done;
  }
  fs::create_directories(options.figures);
  for (const auto& [name, svg] : page.figures)
    write_whole_file((fs::path(options.figures) / name).string(), svg);
  write_whole_file(options.target, page.text);
  return exit_done;
}

}  // namespace craggy::cli
