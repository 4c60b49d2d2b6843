// The exact rank test of a Markov transition [GandyScott2020]: put an exact draw at a random place of a short
// chain and run the chain forwards and backwards in time from there. If the transition is invariant, no place
// is special: the rank of the exact draw in the chain is uniform, however few the states and however slow the
// mixing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "monte_carlo.hpp"
#include "samplers/state.hpp"

namespace craggy::testing {

struct RankCheck {
  std::function<ChainPoint(RandomStream&)> exact_draw;
  std::function<void(RandomStream&, ChainPoint&)> forward;
  std::function<void(RandomStream&, ChainPoint&)>
      backward;  // the time reversal: equal to forward if reversible
  std::vector<std::function<double(const ChainPoint&)>> statistics;
  Index num_states = 8;
  Index num_replications = 4000;
};

/// One p-value per statistic.
inline std::vector<double> rank_p_values(const RankCheck& check, std::uint64_t seed) {
  const std::size_t num_statistics = check.statistics.size();
  std::vector<std::vector<Index>> counts(num_statistics,
                                         std::vector<Index>(static_cast<std::size_t>(check.num_states), 0));
  RandomStream stream(seed);
  for (Index replication = 0; replication < check.num_replications; ++replication) {
    const ChainPoint exact = check.exact_draw(stream);
    std::vector<std::size_t> ranks(num_statistics, 0);
    std::vector<std::size_t> ties(num_statistics, 0);
    const auto compare = [&](const ChainPoint& point) {
      for (std::size_t k = 0; k < num_statistics; ++k) {
        const double value = check.statistics[k](point);
        const double reference = check.statistics[k](exact);
        if (value < reference) ++ranks[k];
        if (value == reference) ++ties[k];
      }
    };
    const auto place = static_cast<Index>(stream.below(static_cast<std::uint64_t>(check.num_states)));
    ChainPoint point = exact;
    for (Index i = place + 1; i < check.num_states; ++i) {
      check.forward(stream, point);
      compare(point);
    }
    point = exact;
    for (Index i = 0; i < place; ++i) {
      check.backward(stream, point);
      compare(point);
    }
    for (std::size_t k = 0; k < num_statistics; ++k) ++counts[k][ranks[k] + stream.below(ties[k] + 1)];
  }
  const std::vector<double> uniform(static_cast<std::size_t>(check.num_states),
                                    1.0 / static_cast<double>(check.num_states));
  std::vector<double> p_values;
  p_values.reserve(num_statistics);
  for (const auto& count : counts) p_values.push_back(chi_square_p_value(count, uniform));
  return p_values;
}

inline void expect_uniform_ranks(const RankCheck& check, std::uint64_t seed) {
  const std::vector<double> p_values = rank_p_values(check, seed);
  for (std::size_t k = 0; k < p_values.size(); ++k) EXPECT_GT(p_values[k], 1e-3) << "statistic " << k;
}

}  // namespace craggy::testing
