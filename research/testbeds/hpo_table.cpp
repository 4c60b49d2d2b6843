#include "testbeds/hpo_table.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"
#include "problems/space.hpp"
#include "testbeds/python_helper.hpp"
#include "testbeds/value_servers.hpp"

namespace craggy::testbeds {
namespace {

constexpr std::string_view prefix = "hpo_";

enum class Kind { classification, regression };

struct Table {
  std::string_view dataset;
  std::string_view title;
  Kind kind;
  double minimum;  // of all rows
};

const std::vector<Table>& tables() {
  static const std::vector<Table> all = {
      {"australian", "Australian credit", Kind::classification, 0.055330634278002555},
      {"blood_transfusion", "Blood transfusion", Kind::classification, 0.25330743618202},
      {"car", "Car evaluation", Kind::classification, 0.0},
      {"credit_g", "German credit", Kind::classification, 0.11472558340535866},
      {"kc1", "KC1 software defects", Kind::classification, 0.14755884069247238},
      {"phoneme", "Phoneme", Kind::classification, 0.05553028005257299},
      {"segment", "Image segmentation", Kind::classification, 0.0314868804664723},
      {"vehicle", "Vehicle silhouettes", Kind::classification, 0.04842987520953623},
      {"naval_propulsion", "Naval propulsion", Kind::regression, -4.496054858406511},
      {"parkinsons_telemonitoring", "Parkinson's telemonitoring", Kind::regression, -2.173541113037675},
      {"protein_structure", "Protein structure", Kind::regression, -0.654863862312275},
      {"slice_localization", "Slice localisation", Kind::regression, -3.7176063916227444},
  };
  return all;
}

// The position in a list of so many values.
Int position(std::int64_t num_values) { return {.low = 0, .high = num_values - 1}; }

// In the order of the package.
Space space_of(Kind kind) {
  if (kind == Kind::classification)
    return {{"alpha", position(10)},               // 1e-8 to 1, even in the logarithm as the next ones
            {"batch_size", position(10)},          // 4 to 256
            {"depth", position(3)},                // 1 to 3
            {"learning_rate_init", position(10)},  // 1e-5 to 1
            {"width", position(10)}};              // 16 to 1024
  const Categorical activation{{"relu", "tanh"}};
  return {{"activation_fn_1", activation},
          {"activation_fn_2", activation},
          {"batch_size", position(4)},  // 8 to 64, doubled each time
          {"dropout_1", position(3)},   // 0, 0.3, 0.6
          {"dropout_2", position(3)},
          {"init_lr", position(6)},  // 5e-4 to 0.1, five and two times as much in turn
          {"lr_schedule", Categorical{{"cosine", "const"}}},
          {"n_units_1", position(6)},  // 16 to 512, doubled each time
          {"n_units_2", position(6)}};
}

std::shared_ptr<ValueServers> servers() {
  static const auto common = std::make_shared<ValueServers>([] {
    return LineProcessOptions{.command = python_command("hpo", "hpo_server.py"),
                              .environment = {{"OPENBLAS_NUM_THREADS", "1"}},
                              .name = "hpo_server.py"};
  });
  return common;
}

}  // namespace

const std::vector<std::string>& hpo_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Table& table : tables()) list.push_back(fmt::format("{}{}", prefix, table.dataset));
    return list;
  }();
  return names;
}

problems::Problem hpo_problem(std::string_view name) {
  check_known("the table", name, hpo_names());
  const Table& table = *std::ranges::find(tables(), name.substr(prefix.size()), &Table::dataset);
  problems::Problem problem;
  problem.name = name;
  problem.title = table.title;
  problems::set_space(problem, space_of(table.kind));
  problem.properties = {"table", table.kind == Kind::classification ? "HPOBench" : "HPOLib"};
  problem.optimum = table.minimum;
  problem.score_reference = table.minimum;
  problem.note = "numbers are positions in the table's lists of values; where the minimum is is not listed";
  problem.objective = [dataset = std::string(table.dataset), name = problem.name](std::span<const double> x) {
    return servers()->ask(fmt::format("{} {}", dataset, fmt::join(x, " ")), name);
  };
  return problem;
}

}  // namespace craggy::testbeds
