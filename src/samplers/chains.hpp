// Several independent chains on a thread pool, with results that do not depend on the number of threads.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <craggy/base/thread_pool.hpp>

#include "base/random.hpp"
#include "samplers/chain.hpp"

namespace craggy {

namespace detail {
void check_num_chains(Index num_chains);
}

/// Chain c starts at column c of `initial_points`, draws from the stream (seed, trial, c, Purpose::chain) and
/// has its own density, make_density(c), which is called on the thread that runs the chain.
template <class MakeDensity, class S>
  requires LogDensity<std::invoke_result_t<const MakeDensity&, Index>>
std::vector<Chain> run_chains(const MakeDensity& make_density, const S& sampler, const Matrix& initial_points,
                              const ChainOptions& options, std::uint64_t seed, std::uint32_t trial,
                              ThreadPool& pool) {
  detail::check_num_chains(initial_points.cols());
  std::vector<Chain> chains(static_cast<std::size_t>(initial_points.cols()));
  pool.parallel_for(chains.size(), [&](std::size_t c) {
    throw_if_stopped();
    auto density = make_density(static_cast<Index>(c));
    RandomStream stream(seed,
                        {.trial = trial, .chain = static_cast<std::uint16_t>(c), .purpose = Purpose::chain});
    const Vector initial_q = initial_points.col(static_cast<Index>(c));
    chains[c] = run_chain(density, sampler, initial_q, options, stream);
  });
  return chains;
}

}  // namespace craggy
