#include "samplers/chain.hpp"

#include <string>

#include "base/check.hpp"
#include "samplers/chains.hpp"

namespace craggy {
namespace detail {

void check_chain_options(const ChainOptions& options) {
  check_at_least("num_warmup", options.num_warmup, 0);
  check_at_least("num_draws", options.num_draws, 1);
  check_at_least("thinning", options.thinning, 1);
}

void check_initial_point(const Vector& q, Index num_coordinates) {
  check_size("the initial point", static_cast<std::size_t>(q.size()),
             static_cast<std::size_t>(num_coordinates));
  check_all_finite("initial_q", {q.data(), static_cast<std::size_t>(q.size())});
}

void check_num_chains(Index num_chains) {
  check_at_least("the number of chains", num_chains, 1);
  if (num_chains > 65536)
    fail_argument("the number of chains", std::to_string(num_chains), "random streams count at most 65536");
}

}  // namespace detail

namespace {

template <class Row>
Matrix gather(std::span<const Chain> chains, const Row& row) {
  if (chains.empty()) return {};
  Matrix result(chains.front().log_density.size(), static_cast<Index>(chains.size()));
  for (Index c = 0; c < result.cols(); ++c) {
    const Chain& chain = chains[static_cast<std::size_t>(c)];
    check_size("the draws of a chain", static_cast<std::size_t>(chain.log_density.size()),
               static_cast<std::size_t>(result.rows()));
    result.col(c) = row(chain);
  }
  return result;
}

}  // namespace

Matrix coordinate_draws(std::span<const Chain> chains, Index coordinate) {
  return gather(chains, [&](const Chain& chain) { return chain.draws.row(coordinate).transpose(); });
}

Matrix log_density_draws(std::span<const Chain> chains) {
  return gather(chains, [](const Chain& chain) -> const Vector& { return chain.log_density; });
}

}  // namespace craggy
