// The options of `craggy run`, from the command line and from study.toml.
#pragma once

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

/// The file that -f names, an empty one if that is "". It may have everything that `craggy run` takes,
/// whichever command reads it. Throws InvalidArgument that names the file for what is wrong in it by itself.
StudyFile load_study_file(const std::string& path, const Context& context);

/// The arguments of the file that `given`, which has parsed `arguments`, knows and the command line does not
/// override; then those of the command line.
std::vector<std::string> merged(const StudyFile& file, const OptionParser& given, Arguments arguments);

}  // namespace craggy::cli
