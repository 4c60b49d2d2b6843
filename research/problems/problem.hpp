// A benchmark problem: an objective to minimise, mostly on a box, with what is known about its minimum.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <craggy/space/space.hpp>

namespace craggy::problems {

/// The closed interval [low, high] of one coordinate.
struct Bounds {
  double low = 0.0;
  double high = 0.0;
  bool operator==(const Bounds&) const = default;
};

using Objective = std::function<double(std::span<const double>)>;

struct Problem {
  std::string name;                         // as typed on the command line
  std::string title;                        // as printed in tables
  std::vector<Bounds> domain;               // of real numbers, unless there is a `space`
  std::optional<Space> space = {};          // of parameters of other kinds; `domain` then bounds their codes
  std::optional<double> optimum;            // the proven infimum on the domain
  double score_reference = 0.0;             // gap and regret are scored against this; never changes
  std::vector<std::vector<double>> argmin;  // every global minimiser unless `note` says otherwise
  std::vector<std::string> properties;      // as in [Bodin2020, table of domains]; of others: what they are
  std::string note;                         // what a reader has to know about the figures above; mostly empty
  Objective objective;                      // unchecked; evaluate() below checks the point first

  std::size_t dim() const { return domain.size(); }
};

/// The objective at x, codes where the problem has a space of its own. Throws InvalidArgument unless x has
/// the right size and lies in the domain.
double evaluate(const Problem& problem, std::span<const double> x);

}  // namespace craggy::problems
