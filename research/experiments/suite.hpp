// Suites: which methods run on which problems, how long and how often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::experiments {

struct Cell {
  std::string problem;
  std::string method;
  std::size_t evaluations = 100;
  std::uint32_t repetitions = 20;
  bool operator==(const Cell&) const = default;
};

struct Suite {
  std::string name;
  std::string summary;
  std::vector<Cell> cells;
};

/// All suites; table1 is the paper's.
const std::vector<Suite>& suites();

/// Throws InvalidArgument with a list for an unknown name.
const Suite& find_suite(std::string_view name);

/// The problems of the paper's rows after 50 evaluations, in its order. They are the first evaluations of the
/// runs with 100, of which only `warped` has none.
const std::vector<std::string>& problems_after_50();

struct SuiteFilter {
  std::vector<std::string> problems;  // none: all of the suite; "generated_0..9" is ten of them
  std::vector<std::string> methods;   // none: all of the suite
  std::vector<std::string> peers{};   // methods that run as well, whatever `methods` says
  std::optional<std::size_t> evaluations{};
  std::optional<std::uint32_t> repetitions{};
};

/// The cells that are left, with the filter's numbers. A method that the suite does not have runs on all its
/// (remaining) problems, as long and as often as the suite's longest there. Throws InvalidArgument for a
/// problem that is not in the suite, a method that does not exist, and if nothing is left.
std::vector<Cell> filtered(const Suite& suite, const SuiteFilter& filter);

}  // namespace craggy::experiments
