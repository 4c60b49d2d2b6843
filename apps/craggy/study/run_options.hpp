// The options of `craggy run`, from the command line and from study.toml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "context.hpp"
#include "option_parser.hpp"
#include "study/run_study.hpp"
#include "study/study_file.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

struct RunOptions {
  std::string file;
  std::string store = default_store;
  std::string name;
  StudySettings study;
  std::vector<std::string> parameters;  // of --param
  std::uint64_t threads = 0;
  RunStudyOptions run;
};

void add_run_options(OptionParser& parser, RunOptions& options);

/// -f, --file. `taken` says what of it is used.
void add_file_option(OptionParser& parser, std::string& file, const std::string& taken);

/// The file that -f names, and what there is to parse with it: the arguments of the file that the command
/// knows and its command line does not override, then those of the command line.
struct FileAndArguments {
  StudyFile file;
  std::vector<std::string> arguments;
};

/// `given` has parsed `arguments`; `path` is what they say of -f, "" for no file. The file may have
/// everything that `craggy run` takes, whichever command reads it. Throws InvalidArgument that names the file
/// for what is wrong in it by itself.
FileAndArguments with_file(const std::string& path, const OptionParser& given, Arguments arguments,
                           const Context& context);

/// The same before anything was parsed: `declare` says what the command takes. None if help was asked for,
/// and printed.
template <typename Options>
std::optional<FileAndArguments> with_file(const char* command, const char* about,
                                          void (*declare)(OptionParser&, Options&), Arguments arguments,
                                          const Context& context) {
  Options options;
  OptionParser given(command, about);
  declare(given, options);
  if (!given.parse(arguments, context)) return std::nullopt;
  return with_file(options.file, given, arguments, context);
}

}  // namespace craggy::cli
