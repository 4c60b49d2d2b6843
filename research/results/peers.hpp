// craggy next to other optimisers, from the same initial points.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/record_set.hpp"
#include "results/score_table.hpp"
#include "results/summary.hpp"

namespace craggy::results {

struct PeerLine {
  std::string method;
  Summary gap;        // of all its repetitions
  double rank = 0.0;  // 1 is best; mean over the repetitions that all methods of the row have
  std::optional<PairedComparison> against_craggy{};  // its gap minus craggy's
  std::optional<double> seconds{};                   // per suggestion, in its longest runs here
};

struct PeerRow {
  std::string problem;
  std::size_t evaluations = 0;
  std::size_t num_ranked = 0;  // repetitions that the ranks are of
  std::vector<PeerLine> lines;
};

/// One row per problem and length of peers' runs, with craggy, the LGP, the GP and all peers that have
/// records there.
std::vector<PeerRow> peer_rows(const RecordSet& records);

/// A method over the problems, each with its longest runs.
struct PeerTotal {
  std::string method;
  std::size_t num_repetitions = 0;  // of the problem that has fewest
  std::size_t num_ranked = 0;       // repetitions that the ranks are of, likewise
  double mean_rank = 0.0;
  // Its gap minus craggy's on common repetitions, mean over the problems; NaN if some problem has none.
  double mean_difference = 0.0;
  std::size_t num_better = 0;  // problems on which it is significantly better than craggy
  std::size_t num_worse = 0;
  double seconds = 0.0;  // per suggestion, mean over the problems; NaN if not recorded
};

/// Of the methods that have five repetitions or more of all problems, the best mean rank first. Ranks are
/// among these alone.
std::vector<PeerTotal> peer_totals(const RecordSet& records);

}  // namespace craggy::results
