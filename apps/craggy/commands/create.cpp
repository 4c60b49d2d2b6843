// `craggy create`: makes a study, for workers, or for asks and tells by hand; from nothing or from another
// one.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>
#include <craggy/study/study_view.hpp>

#include "base/check.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "runs/import.hpp"
#include "runs/refit.hpp"
#include "runs/space_json.hpp"
#include "study/run_options.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {

namespace {

struct CreateOptions {
  std::string name;
  std::string file;
  std::string store = default_store;
  StudySettings settings;
  std::vector<std::string> texts;
  std::string from;
  std::string from_store;
  runs::RefitOptions refit;
  bool json = false;
};

// NAME=VALUE, or NAME alone.
std::pair<std::string, std::optional<std::string>> split(const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos) return {text, std::nullopt};
  return {text.substr(0, equal), text.substr(equal + 1)};
}

void take_fill(const std::string& text, runs::RefitOptions& refit) {
  const auto [name, value] = split(text);
  if (name.empty() || !value)
    fail_argument("--fill", fmt::format("'{}'", text), "it has to read NAME=VALUE, such as momentum=0.9");
  if (!refit.fill.emplace(name, *value).second)
    throw InvalidArgument(fmt::format("--fill is given twice for '{}'", name));
}

void take_drop(const std::string& text, runs::RefitOptions& refit) {
  const auto [name, value] = split(text);
  if (name.empty())
    fail_argument("--drop", fmt::format("'{}'", text), "it has to read NAME or NAME=VALUE, such as opt=adam");
  if (!refit.dropped.emplace(name, value).second)
    throw InvalidArgument(fmt::format("--drop is given twice for '{}'", name));
}

void add_from_options(OptionParser& parser, CreateOptions& options) {
  parser.group("From another study");
  parser.text(
      "--from", "STUDY", options.from,
      "Begin with the settings of this study, where nothing else is said here, and with all its trials "
      "that fit; those that do not are said");
  parser.text("--from-store", "URL", options.from_store, "The store of that study, if it is another one");
  parser.repeated(
      "--fill", "NAME=VALUE", [&options](const std::string& text) { take_fill(text, options.refit); },
      "The value that the trials there had of a parameter that is new here");
  parser.repeated(
      "--drop", "NAME[=VALUE]", [&options](const std::string& text) { take_drop(text, options.refit); },
      "A parameter of that study that this one does not have; with a value only trials that had it are taken over");
}

void declare(OptionParser& parser, CreateOptions& options) {
  parser.optional_positional("NAME", options.name, "Name of the new study; it may stand in the file instead");
  add_file_option(parser, options.file, "these options, such as craggy run takes");
  add_store_option(parser, options.store);
  parser.flag("--json", options.json, "Print JSON");
  add_from_options(parser, options);
  add_study_options(parser, options.settings, options.texts);
  parser.examples(
      {"craggy create tune --param 'lr=log(1e-5,1e-1)' --param 'opt=categorical(adam,sgd)'",
       "craggy create -f study.toml",
       "craggy create wider --from tune --param 'lr=log(1e-6,1)' --surrogate latent",
       "craggy create strength --param 'x=step(0,10,0.5)' --maximize --store postgresql://me@db/studies"});
}

constexpr const char* about =
    "Creates a study, for workers or for asks and tells by hand; with --from one with other bounds, parameters, "
    "direction or model than another study, and what is known already.";

// What was taken over from another study.
struct Taken {
  std::string from;
  std::size_t num_trials = 0;
  runs::ImportReport report;
  runs::Refitted refitted;
};

Json json_of(const Taken& taken) {
  return {{"study", taken.from},
          {"trials", taken.num_trials},
          {"taken_over", taken.report.numbers.size()},
          {"left_out", taken.refitted.left_out},
          {"without_noise", taken.refitted.num_without_noise}};
}

void print(const StudyOptions& study, const Store& store, const std::optional<Taken>& taken, bool json,
           const Context& context) {
  const std::vector<Parameter>& parameters = study.space.parameters();
  if (json) {
    Json document = {{"study", study.name},
                     {"store", store.name()},
                     {"direction", direction_word(study.direction)},
                     {"parameters", runs::parameters_json(study.space)}};
    if (taken) document["from"] = json_of(*taken);
    write_json(context.out, document);
    return;
  }
  context.out << fmt::format("{}: a new study with {} parameter{} in {}\n", study.name, parameters.size(),
                             parameters.size() == 1 ? "" : "s", store.name());
  if (!taken) return;
  const TrialCounts& counts = taken->report.added;
  context.out << fmt::format("{} of {} trials of {} taken over: {} finished, {} failed, {} waiting\n",
                             counts.all(), taken->num_trials, taken->from, counts.finished, counts.failed,
                             counts.waiting);
  for (const std::string& each : taken->refitted.left_out) context.out << fmt::format("left out: {}\n", each);
  if (taken->refitted.num_without_noise > 0)
    context.out << fmt::format("without their noise, which the surrogate {} does not take: {} of them\n",
                               study.suggest.surrogate, taken->refitted.num_without_noise);
}

StudyView open_from(const CreateOptions& options, const Context& context) {
  const std::string& url = options.from_store.empty() ? options.store : options.from_store;
  return StudyView::open(open_existing_store(url, context.stop), options.from);
}

// The parameters of that study but for those that are dropped, as texts.
std::vector<std::string> parameters_of(const StudyView& from, const runs::RefitOptions& refit) {
  for (const auto& [name, value] : refit.dropped) from.space().index_of(name);
  std::vector<std::string> texts;
  for (const Parameter& parameter : from.space().parameters())
    if (!refit.dropped.contains(parameter.name)) texts.push_back(to_text(parameter));
  return texts;
}

void check_from_options(const OptionParser& parser, const CreateOptions& options) {
  for (const char* option : {"--from-store", "--fill", "--drop"})
    if (options.from.empty() && parser.given(option))
      fail_argument(option, "given", "it does nothing without --from");
}

// Made in memory first, so that the store gets the study with its trials or nothing.
Taken create_from(const StudyView& from, const StudyOptions& study, const runs::RefitOptions& refit,
                  Store& store) {
  const std::vector<TrialRecord> trials = from.trials();
  Taken taken{.from = from.name(), .num_trials = trials.size(), .report = {}, .refitted = {}};
  taken.refitted =
      runs::refit(trials, from.space(), study.space, takes_reported_noise(study.suggest.surrogate), refit);
  const std::shared_ptr<Store> memory = open_store("memory:");
  Study made = Study::create(memory, study);
  made.add_all(taken.refitted.evaluations, true);
  const std::optional<StudyContent> content = memory->content(study.name);
  std::optional<runs::ImportReport> report;
  if (content && !store.find_study(study.name)) report = runs::restore_study(store, *content);
  if (!report)
    fail_argument("the name of the study", fmt::format("'{}'", study.name),
                  fmt::format("the store {} has a study of that name already", store.name()));
  taken.report = *std::move(report);
  return taken;
}

}  // namespace

int create(Arguments arguments, const Context& context) {
  const auto with = with_file<CreateOptions>("create", about, declare, arguments, context);
  if (!with) return exit_done;
  const StudyFile& file = with->file;

  // Where settings come from another study, what is given here is read on top of them.
  CreateOptions options;
  std::optional<StudyView> from;
  {
    CreateOptions first;
    OptionParser parser("create", about);
    declare(parser, first);
    parser.parse(with->arguments, context);
    check_from_options(parser, first);
    if (!first.from.empty()) {
      from = open_from(first, context);
      options.settings = settings_of(from->options());
    }
  }
  OptionParser parser("create", about);
  declare(parser, options);
  parser.parse(with->arguments, context);
  check_study_options(parser, options.settings);
  if (options.name.empty()) options.name = file.name;
  if (options.name.empty()) throw InvalidArgument("NAME is missing; see 'craggy create --help'");
  const std::vector<std::string> texts =
      from ? parameters_of(*from, options.refit) : std::vector<std::string>();
  // Those of the file take the place of those of the other study, and those given here that of either.
  std::vector<std::string> fixed;
  for (const Parameter& parameter : parse_parameters(texts, file.parameters))
    fixed.push_back(to_text(parameter));
  options.settings.parameters = parse_parameters(fixed, options.texts);
  const StudyOptions study = study_options(options.settings, options.name, {});
  check_folder_of(options.store);
  const std::shared_ptr<Store> store = open_store(options.store, {.stop = context.stop});
  if (!store->is_shared())
    fail_argument("--store", "'memory:'", "the study would be lost when this command ends");
  std::optional<Taken> taken;
  if (from)
    taken = create_from(*from, study, options.refit, *store);
  else
    Study::create(store, study);
  print(study, *store, taken, options.json, context);
  return exit_done;
}

}  // namespace craggy::cli
