#include "dashboard/report_grids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dashboard/gzip.hpp"
#include "runs/model_json.hpp"

namespace craggy::cli {
namespace {

using runs::Json;

constexpr std::size_t num_always = 4;   // of the most important parameters: contours of all their pairs
constexpr std::size_t num_values = 21;  // of each of the two parameters
constexpr std::size_t num_coarse = 13;  // of the other pairs
constexpr int num_steps = 255;
constexpr double most_of_logarithm = 12.0;  // what a page draws of it

// Of a piece of a larger text that is packed as a whole, and stands in a page in base64.
std::size_t size_in_file(const Json& json) { return packed(json.dump()).size() * 4 / 3; }

Json steps_of(const Json& rows, bool is_logarithm) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Json& row : rows)
    for (const Json& cell : row) {
      if (!cell.is_number()) continue;
      low = std::min(low, cell.get<double>());
      high = std::max(high, cell.get<double>());
    }
  if (is_logarithm) low = std::max(low, high - most_of_logarithm);
  Json cells = Json::array();
  for (const Json& row : rows) {
    cells.push_back(Json::array());
    for (const Json& cell : row) {
      const double share = cell.is_number() && high > low ? (cell.get<double>() - low) / (high - low) : 0.0;
      cells.back().push_back(cell.is_number() ? Json(std::lround(std::max(share, 0.0) * num_steps))
                                              : Json(nullptr));
    }
  }
  return {{"low", runs::json_number(low)}, {"high", runs::json_number(high)}, {"cells", std::move(cells)}};
}

}  // namespace

std::vector<std::array<std::string, 2>> pairs_of(const std::vector<std::string>& names) {
  std::vector<std::array<std::string, 2>> pairs;
  for (std::size_t j = 1; j < names.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) pairs.push_back({names[i], names[j]});
  return pairs;
}

Json in_steps(Json grid) {
  for (const char* key : {"mean", "sd", "acquisition"})
    if (grid.contains(key)) grid[key] = steps_of(grid[key], std::string_view(key) == "acquisition");
  return grid;
}

Json report_grids(const StudyModel& model, const std::vector<std::string>& by_importance,
                  const std::vector<double>& through, std::size_t room, const std::stop_token& stop) {
  Json grids = Json::array();
  std::size_t size = 0;
  for (const auto& [row, column] : pairs_of(by_importance)) {
    const bool is_extra = grids.size() >= num_always * (num_always - 1) / 2;
    const StudyModel::Grid grid =
        model.grid(row, column, through, is_extra ? num_coarse : num_values, {}, stop);
    Json json = in_steps(runs::grid_json(model, grid));
    size += size_in_file(json);
    if (is_extra && size > room) break;
    grids.push_back(std::move(json));
  }
  return grids;
}

}  // namespace craggy::cli
