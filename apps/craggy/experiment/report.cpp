// `craggy experiment report`: the page that puts records beside the paper's figures.
#include "results/report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "option_parser.hpp"
#include "output_file.hpp"
#include "results/record_set.hpp"

namespace craggy::cli {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> sources;
  std::string notes;
  std::string target;
};

bool parse(Arguments arguments, const Context& context, ReportOptions& options) {
  OptionParser parser(
      "experiment report",
      "Writes a page in Markdown that puts recorded repetitions beside the paper's figures: tables, "
      "differences with verdicts, claims, and what goes beyond the paper. The same records give the same "
      "page.");
  parser.positionals("DIR", options.sources, "Folders of runs, or files *.jsonl");
  parser.text("--notes", "PATH", options.notes,
              "A file, or a folder of files *.md, to include as they are in the last section");
  parser.text("--out", "FILE", options.target, "Write to a file");
  parser.examples(
      {"craggy experiment report experiments/results --notes experiments/results/notes --out "
       "docs/reproduction.md"});
  return parser.parse(arguments, context);
}

std::string content_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) throw InvalidArgument(fmt::format("cannot read {}", path.string()));
  return content.str();
}

std::vector<std::string> read_notes(const std::string& source) {
  if (source.empty()) return {};
  std::vector<fs::path> files;
  if (fs::is_directory(source)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(source))
      if (entry.path().extension() == ".md") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
  } else {
    files.emplace_back(source);
  }
  std::vector<std::string> notes;
  notes.reserve(files.size());
  for (const fs::path& file : files) notes.push_back(content_of(file));
  return notes;
}

}  // namespace

int experiment_report(Arguments arguments, const Context& context) {
  ReportOptions options;
  if (!parse(arguments, context, options)) return exit_done;
  const std::vector<fs::path> paths(options.sources.begin(), options.sources.end());
  const std::string page =
      results::reproduction_page(results::read_record_set(paths), read_notes(options.notes));
  if (options.target.empty())
    context.out << page;
  else
    write_whole_file(options.target, page);
  return exit_done;
}

}  // namespace craggy::cli
