#include "experiments/record.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "experiments/protocol.hpp"

namespace craggy::experiments {
namespace {

using Json = nlohmann::ordered_json;  // fields in the order in which they were written

Json common_fields(const Record& record) {
  return {{"suite", record.suite},
          {"problem", record.problem},
          {"method", record.method},
          {"repetition", record.repetition},
          {"base_seed", record.base_seed},
          {"seed", record.seed},
          {"evaluations", record.evaluations()},
          {"version", record.version},
          {"simd", record.simd},
          {"engine", record.engine},
          {"options", record.options}};
}

[[noreturn]] void fail_field(const char* name, std::string_view rule) {
  throw InvalidArgument(fmt::format("the field \"{}\" {}", name, rule));
}

// Fields of a parsed line, each with its type checked.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  bool has(const char* name) const { return object_.contains(name); }

  const Json& operator[](const char* name) const {
    const auto found = object_.find(name);
    if (found == object_.end()) fail_field(name, "is missing");
    return *found;
  }

  std::string text(const char* name) const {
    const Json& value = (*this)[name];
    if (!value.is_string()) fail_field(name, "has to be a text");
    return value.get<std::string>();
  }

  std::string text_if_any(const char* name) const { return has(name) ? text(name) : std::string(); }

  std::uint64_t whole(const char* name) const {
    const Json& value = (*this)[name];
    if (!value.is_number_unsigned()) fail_field(name, "has to be a whole number of at least 0");
    return value.get<std::uint64_t>();
  }

  double number(const char* name) const { return to_number(name, (*this)[name]); }

  std::vector<double> numbers(const char* name) const { return to_numbers(name, (*this)[name]); }

  std::vector<std::vector<double>> points(const char* name) const {
    const Json& value = (*this)[name];
    if (!value.is_array()) fail_field(name, "has to be a list of points");
    std::vector<std::vector<double>> points;
    for (const Json& point : value) points.push_back(to_numbers(name, point));
    return points;
  }

  OptionTexts texts(const char* name) const {
    const Json& value = (*this)[name];
    const bool fits = value.is_object() &&
                      std::all_of(value.begin(), value.end(), [](const Json& e) { return e.is_string(); });
    if (!fits) fail_field(name, "has to be an object of texts");
    return value.get<OptionTexts>();
  }

 private:
  static double to_number(const char* name, const Json& value) {
    if (!value.is_number()) fail_field(name, "has to hold finite numbers");
    const auto number = value.get<double>();
    if (!std::isfinite(number)) fail_field(name, "has to hold finite numbers");
    return number;
  }

  static std::vector<double> to_numbers(const char* name, const Json& value) {
    if (!value.is_array()) fail_field(name, "has to be a list of numbers");
    std::vector<double> numbers;
    for (const Json& each : value) numbers.push_back(to_number(name, each));
    return numbers;
  }

  const Json& object_;
};

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

void check_count(const char* name, std::size_t size, std::size_t evaluations) {
  if (size != evaluations)
    fail_field(name, fmt::format("has {} entries, but there are {} evaluations", size, evaluations));
}

void read_full(const Fields& fields, std::size_t evaluations, Record& record) {
  record.points = fields.points("points");
  record.values = fields.numbers("values");
  record.suggest_seconds = fields.numbers("suggest_seconds");
  check_count("points", record.points.size(), evaluations);
  check_count("values", record.values.size(), evaluations);
  check_count("suggest_seconds", record.suggest_seconds.size(), evaluations);
  record.best = best_so_far(record.values);
  record.suggest_total = sum(record.suggest_seconds);
}

void read_compact(const Fields& fields, std::size_t evaluations, Record& record) {
  record.best = fields.numbers("best");
  check_count("best", record.best.size(), evaluations);
  if (!std::is_sorted(record.best.rbegin(), record.best.rend())) fail_field("best", "must not rise");
  record.suggest_total = fields.number("suggest_total");
}

}  // namespace

double Record::first() const { return best[std::min(num_initial_points, best.size()) - 1]; }

std::string to_line(const Record& record) {
  Json line = common_fields(record);
  line["points"] = record.points;
  line["values"] = record.values;
  line["suggest_seconds"] = record.suggest_seconds;
  line["seconds"] = record.seconds;
  return line.dump();
}

std::string to_compact_line(const Record& record) {
  Json line = common_fields(record);
  line["best"] = record.best;
  line["suggest_total"] = record.suggest_total;
  line["seconds"] = record.seconds;
  return line.dump();
}

Record parse_record(std::string_view line) {
  const Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) throw InvalidArgument("it is no JSON object");
  const Fields fields(object);
  Record record;
  record.suite = fields.text("suite");
  record.problem = fields.text("problem");
  record.method = fields.text("method");
  const std::uint64_t repetition = fields.whole("repetition");
  if (repetition > 0xffffffffU) fail_field("repetition", "is too large");
  record.repetition = static_cast<std::uint32_t>(repetition);
  record.base_seed = fields.whole("base_seed");
  record.seed = fields.whole("seed");
  record.version = fields.text("version");
  record.simd = fields.text("simd");
  record.engine = fields.text_if_any("engine");
  record.options = fields.texts("options");
  record.seconds = fields.number("seconds");
  const std::uint64_t evaluations = fields.whole("evaluations");
  if (evaluations == 0) fail_field("evaluations", "is 0, but it has to be at least 1");
  if (fields.has("values"))
    read_full(fields, evaluations, record);
  else
    read_compact(fields, evaluations, record);
  return record;
}

std::string describe(const RecordKey& key) {
  return fmt::format("{} on {}, repetition {}, base seed {}", key.method, key.problem, key.repetition,
                     key.base_seed);
}

}  // namespace craggy::experiments
