#include "study/definition.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <craggy/linalg/simd_level.hpp>

#include "base/check.hpp"
#include "study/enum_names.hpp"
#include "study/options_text.hpp"
#include "study/space_text.hpp"

namespace craggy {
namespace {

void check_worker(const WorkerOptions& worker) {
  if (worker.grace)
    check_at_least("the grace of a worker, in milliseconds,", static_cast<long>(worker.grace->count()), 1);
}

}  // namespace

std::string_view name_of(Direction direction) { return text_of(direction); }

StudyDefinition definition_of(const StudyOptions& options) {
  check_options(options.suggest, options.space.size());
  check_worker(options.worker);
  return {.name = options.name,
          .direction = std::string(name_of(options.direction)),
          .space = to_text(options.space),
          .options = to_text(StoredOptions{options.suggest, options.on_lost}),
          .seed = options.seed,
          .simd = std::string(name_of(simd_level_of(options.suggest.inference)))};
}

StudyOptions options_of(const StudyDefinition& definition, WorkerOptions worker) {
  StoredOptions stored = parse_options(definition.options);
  check_worker(worker);
  return {.name = definition.name,
          .space = parse_space(definition.space),
          .direction = parse_named<Direction>("the direction of the study", definition.direction),
          .suggest = std::move(stored.suggest),
          .seed = definition.seed,
          .on_lost = stored.on_lost,
          .worker = std::move(worker)};
}

std::string difference(const StudyOptions& there, const StudyOptions& here) {
  std::string text;
  const auto add = [&](const std::string& each) {
    if (!each.empty()) text += (text.empty() ? "" : "; ") + each;
  };
  add(difference(there.space, here.space));
  if (there.direction != here.direction)
    add(fmt::format("direction: {} there, {} here", name_of(there.direction), name_of(here.direction)));
  if (there.seed != here.seed) add(fmt::format("seed: {} there, {} here", there.seed, here.seed));
  add(difference(StoredOptions{there.suggest, there.on_lost}, StoredOptions{here.suggest, here.on_lost}));
  return text;
}

StudyRow find_known_study(Store& store, std::string_view name) {
  if (std::optional<StudyRow> row = store.find_study(name)) return *std::move(row);
  std::vector<std::string> known;
  for (const StudyRow& each : store.studies()) known.push_back(each.definition.name);
  if (!known.empty()) check_known("the name of the study", name, known);
  fail_argument("the name of the study", fmt::format("'{}'", name),
                fmt::format("the store {} has no studies", store.name()));
}

}  // namespace craggy
