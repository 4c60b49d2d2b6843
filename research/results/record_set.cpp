#include "results/record_set.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "experiments/record_store.hpp"
#include "problems/generated.hpp"
#include "results/method_name.hpp"
#include "testbeds/bbob.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/hpo_table.hpp"

namespace craggy::results {

using experiments::Record;

void RecordSet::add(Record record) {
  record.points.clear();
  record.values.clear();
  record.suggest_seconds.clear();
  Runs& runs = runs_[{record.problem, record.method}];
  const Repetition repetition = {record.base_seed, record.repetition};
  const auto [place, is_new] = runs.try_emplace(repetition, record);
  if (is_new) return;
  Record& stored = place->second;
  const std::size_t common = std::min(stored.best.size(), record.best.size());
  if (!std::equal(stored.best.begin(), stored.best.begin() + static_cast<std::ptrdiff_t>(common),
                  record.best.begin()))
    throw InvalidArgument(
        fmt::format("two records of {} do not begin with the same values (version {}, SIMD level {}; "
                    "version {}, SIMD level {}); leave one of them out",
                    describe(record.key()), stored.version, stored.simd, record.version, record.simd));
  if (record.best.size() > stored.best.size()) stored = std::move(record);
}

std::size_t RecordSet::size() const {
  std::size_t size = 0;
  for (const auto& [key, runs] : runs_) size += runs.size();
  return size;
}

std::vector<std::string> RecordSet::problems() const {
  std::set<std::string> present;
  for (const auto& [key, runs] : runs_) present.insert(key.first);
  std::vector<std::string> names;
  for (const std::string& name : testbeds::problem_names())
    if (present.contains(name)) names.push_back(name);
  for (const std::string& name : testbeds::hpo_names())
    if (present.contains(name)) names.push_back(name);
  std::set<std::uint32_t> seeds;
  for (const std::string& name : present)
    if (const std::optional<std::uint32_t> seed = problems::generated_seed(name)) seeds.insert(*seed);
  for (const std::uint32_t seed : seeds) names.push_back(problems::generated_name(seed));
  std::set<testbeds::BbobFunction> functions;
  for (const std::string& name : present)
    if (const auto function = testbeds::parse_bbob_name(name)) functions.insert(*function);
  for (const testbeds::BbobFunction& function : functions) names.push_back(testbeds::bbob_name(function));
  return names;
}

std::vector<std::string> RecordSet::methods() const {
  std::set<std::string> names;
  for (const auto& [key, runs] : runs_) names.insert(key.second);
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(), method_before);
  return sorted;
}

std::vector<std::uint64_t> RecordSet::base_seeds() const {
  std::set<std::uint64_t> seeds;
  for_each([&](const Record& record) { seeds.insert(record.base_seed); });
  return {seeds.begin(), seeds.end()};
}

const RecordSet::Runs& RecordSet::runs(std::string_view problem, std::string_view method) const {
  static const Runs none;
  const auto found = runs_.find({std::string(problem), std::string(method)});
  return found == runs_.end() ? none : found->second;
}

void RecordSet::for_each(const std::function<void(const Record&)>& visit) const {
  for (const auto& [key, runs] : runs_)
    for (const auto& [repetition, record] : runs) visit(record);
}

RecordSet RecordSet::with_base_seed(std::uint64_t base_seed) const {
  RecordSet some;
  for_each([&](const Record& record) {
    if (record.base_seed == base_seed) some.add(record);
  });
  return some;
}

RecordSet RecordSet::with_problems_of_the_paper() const {
  std::set<std::string> names;
  for (const problems::Problem& problem : testbeds::all_problems()) names.insert(problem.name);
  RecordSet some;
  for_each([&](const Record& record) {
    if (names.contains(record.problem)) some.add(record);
  });
  return some;
}

RecordSet read_record_set(std::span<const std::filesystem::path> paths) {
  RecordSet set;
  for (const std::filesystem::path& path : paths)
    for (Record& record : experiments::read_records(path)) {
      testbeds::check_problem_name(record.problem);
      set.add(std::move(record));
    }
  if (set.empty()) throw InvalidArgument("there are no finished repetitions in what was given");
  return set;
}

}  // namespace craggy::results
