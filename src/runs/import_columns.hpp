// Which column of a file is what.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <craggy/space/space.hpp>

#include "runs/import_rows.hpp"

namespace craggy::runs {

using Column = std::optional<std::size_t>;  // its position in the table

struct Columns {
  std::vector<Column> parameters{};  // one per parameter
  std::vector<std::size_t> constraints{};
  Column value{};
  Column noise{};
  Column variance{};
  Column state{};
  Column message{};
  Column created{};
  Column ended{};
};

/// Throws as evaluations_of.
Columns columns_of(const TextTable& table, const Space& space, const ColumnOptions& options);

}  // namespace craggy::runs
