// `craggy experiment compact`: the records of a folder in their short form, in an order of their own.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "exit_code.hpp"
#include "experiment/experiment.hpp"
#include "experiments/record_store.hpp"
#include "option_parser.hpp"

namespace craggy::cli {

int experiment_compact(Arguments arguments, const Context& context) {
  std::string source;
  std::string target;
  OptionParser parser("experiment compact",
                      "Writes the records of a folder in their short form: per repetition seed, options and "
                      "best-so-far series, without points. The same records give the same file.");
  parser.positional("DIR", source, "Folder of a run, or a file *.jsonl");
  parser.text("--out", "FILE", target, "The file to write, *.jsonl");
  parser.examples({"craggy experiment compact runs/table1 --out experiments/results/table1.jsonl"});
  if (!parser.parse(arguments, context)) return exit_done;
  if (target.empty()) throw InvalidArgument("--out is missing; see 'craggy experiment compact --help'");

  const std::vector<experiments::Record> records = experiments::read_records(source);
  const std::filesystem::path unfinished = target + ".part";
  std::ofstream stream(unfinished, std::ios::binary);
  for (const experiments::Record& record : records) stream << to_compact_line(record) << '\n';
  stream.close();
  if (!stream) throw Error(fmt::format("cannot write {}", unfinished.string()));
  std::filesystem::rename(unfinished, target);
  context.out << fmt::format("{} records in {}\n", records.size(), target);
  return exit_done;
}

}  // namespace craggy::cli
