#include "study/study_settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include <craggy/space/grammar.hpp>
#include <craggy/stores/url.hpp>

#include "base/check.hpp"
#include "execution/trial_input.hpp"
#include "numbers.hpp"
#include "option_groups.hpp"
#include "study/option_fields.hpp"

namespace craggy::cli {
namespace {

std::vector<Parameter>::iterator find_name(std::vector<Parameter>& parameters, const std::string& name) {
  return std::find_if(parameters.begin(), parameters.end(),
                      [&](const Parameter& each) { return each.name == name; });
}

// Throws InvalidArgument for a name that stands there twice.
std::vector<Parameter> parse_each(const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  parameters.reserve(texts.size());
  for (const std::string& text : texts) {
    Parameter parameter = parse_parameter(text);
    if (find_name(parameters, parameter.name) != parameters.end())
      throw InvalidArgument(fmt::format("the parameter '{}' is given twice", parameter.name));
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace

StudySettings settings_of(const StudyOptions& options) {
  return {.parameters = options.space.parameters(),
          .direction = options.direction,
          .suggest = options.suggest,
          .seed = options.seed,
          .on_lost = options.on_lost};
}

StudyOptions study_options(const StudySettings& settings, const std::string& name,
                           const WorkerOptions& worker) {
  if (settings.parameters.empty())
    throw InvalidArgument("the study has no parameters; give some, as in --param 'lr=log(1e-5,1e-1)'");
  std::vector<std::string> names;
  names.reserve(settings.parameters.size());
  for (const Parameter& parameter : settings.parameters) names.push_back(parameter.name);
  execution::check_variable_names(names);
  return {.name = name,
          .space = Space(settings.parameters),
          .direction = settings.direction,
          .suggest = settings.suggest,
          .seed = settings.seed,
          .on_lost = settings.on_lost,
          .worker = worker};
}

void add_study_options(OptionParser& parser, StudySettings& settings, std::vector<std::string>& texts) {
  parser.group("Study");
  parser.repeated(
      "--param", "NAME=KIND", [&texts](const std::string& text) { texts.push_back(text); },
      "A parameter; once for each: float(lo,hi), log(lo,hi), int(lo,hi), logint(lo,hi), step(lo,hi,s), "
      "categorical(a,b,c) or bool, and 'if OTHER == VALUE' behind it for one that is not always active");
  parser.flag(
      "--minimize", [&settings] { settings.direction = Direction::minimise; },
      "Small values are good, as by default");
  parser.flag(
      "--maximize", [&settings] { settings.direction = Direction::maximise; }, "Large values are good");
  parser.whole("--seed", settings.seed,
               "Seed of all random numbers; the same seed gives the same suggestions");
  add_options(parser, {on_lost_field(settings.on_lost)});
  add_options(parser, fields_of(settings.suggest),
              {{"sigma_h",
                {.help = "Scale of the detail to be ignored, in the unit cube or, with d, in its diagonals, "
                         "as in craggy minimize",
                 .left_open = "the surrogate's own"}}});
}

void check_study_options(const OptionParser& parser, const StudySettings& settings) {
  if (parser.given("--minimize") && parser.given("--maximize"))
    fail_argument("--minimize", "given with --maximize", "only one of them can hold");
  SuggestOptions suggest = settings.suggest;
  check_options_given(parser, fields_of(suggest));
}

std::vector<Parameter> parse_parameters(const std::vector<std::string>& texts,
                                        const std::vector<std::string>& overriding) {
  std::vector<Parameter> parameters = parse_each(texts);
  for (Parameter& parameter : parse_each(overriding)) {
    const auto same = find_name(parameters, parameter.name);
    if (same != parameters.end())
      *same = std::move(parameter);
    else
      parameters.push_back(std::move(parameter));
  }
  return parameters;
}

void add_study_name_option(OptionParser& parser, std::string& name, const std::string& help) {
  parser.value(
      "--study", "NAME",
      [&name](const std::string& text) {
        if (text.empty()) fail_argument("--study", "empty", "it has to name a study");
        name = text;
      },
      help);
}

// The default is not in the help: a URL may have a password in it.
void add_store_option(OptionParser& parser, std::string& url) {
  const char* place = std::getenv("CRAGGY_STORE");
  if (place != nullptr && *place != '\0') url = place;
  parser.value(
      "--store", "URL", [&url](const std::string& text) { url = text; },
      fmt::format("Where studies are kept: sqlite:///PATH or postgresql://USER@HOST/DATABASE [default: the "
                  "variable CRAGGY_STORE, or else {}]",
                  default_store));
}

bool is_there(const std::string& url) {
  const StoreUrl parsed = parse_store_url(url);
  const auto* file = std::get_if<SqliteUrl>(&parsed);
  std::error_code ignored;
  return file == nullptr || std::filesystem::exists(file->path, ignored);
}

void check_folder_of(const std::string& url) {
  const StoreUrl parsed = parse_store_url(url);
  const auto* file = std::get_if<SqliteUrl>(&parsed);
  if (file == nullptr) return;
  const std::filesystem::path folder = std::filesystem::path(file->path).parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    fail_argument("the store", fmt::format("'{}'", file->path),
                  fmt::format("there is no folder '{}'", folder.string()));
}

std::shared_ptr<Store> open_existing_store(const std::string& url, const std::stop_token& stop) {
  return open_store(url, {.stop = stop, .create = false});
}

TrialNumber parse_trial_number(const std::string& text, const std::string& name) {
  const std::int64_t number = parse_whole(name, text, 0);
  if (number > std::numeric_limits<TrialNumber>::max())
    fail_argument(name, fmt::format("{}", number), "no study has so many trials");
  return static_cast<TrialNumber>(number);
}

Study open_study(const std::string& url, const std::string& name, const std::stop_token& stop,
                 const WorkerOptions& worker) {
  return Study::open(open_existing_store(url, stop), name, worker);
}

}  // namespace craggy::cli
