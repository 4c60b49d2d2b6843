#include "inference/quadrature.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/check.hpp"
#include "inference/quadrature_target.hpp"

namespace craggy {
namespace {

// Error of a cell of the grid of log l, as a share of the mass.
constexpr double tolerance = 1e-4;
// Distances beyond this many lengthscales leave no correlation.
constexpr double log_uncorrelated = 3.0;

// Where to look first: all of the prior, and below it down to where the nearest two points are uncorrelated,
// because observations that contradict each other can ask for any l as small as their distance.
std::vector<double> lengthscale_scan(const QuadratureTarget& target) {
  const Interval bulk = target.bulk_of_lengthscale();
  std::vector<double> scan = even_steps(bulk, 1.0);
  const double lowest = target.log_smallest_distance() - log_uncorrelated;
  std::vector<double> below;
  for (double x = bulk.low - 2.0; x > lowest - 2.0; x -= 2.0) below.push_back(x);
  scan.insert(scan.begin(), below.rbegin(), below.rend());
  return scan;
}

// S stratified probabilities in an order without pattern: the ranks of the multiples of an irrational number.
std::vector<double> scrambled_strata(Index num_draws, double irrational) {
  const auto count = static_cast<std::size_t>(num_draws);
  std::vector<double> fraction(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double multiple = 0.5 + static_cast<double>(i) * irrational;
    fraction[i] = multiple - std::floor(multiple);
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return fraction[i] < fraction[j]; });
  std::vector<double> probability(count);
  for (std::size_t rank = 0; rank < count; ++rank)
    probability[order[rank]] = (static_cast<double>(rank) + 0.5) / static_cast<double>(count);
  return probability;
}

// Interpolates a quantity of the slices around log l.
template <typename Quantity>
double between_slices(const LogCurve& marginal, const std::vector<LengthscaleSlice>& slices, double log_l,
                      const Quantity& quantity) {
  const std::size_t cell = marginal.cell_of(log_l);
  const std::size_t first = cell == 0 ? 0 : cell - 1;
  const std::size_t last = std::min(cell + 2, marginal.positions().size() - 1);
  std::array<double, 4> positions{};
  std::array<double, 4> values{};
  const std::size_t count = last - first + 1;
  for (std::size_t k = 0; k < count; ++k) {
    positions[k] = marginal.positions()[first + k];
    const LengthscaleSlice& slice = slices[marginal.evaluation_of()[first + k]];
    values[k] = slice.rest ? quantity(slice) : NAN;
  }
  return CellCubic(std::span(positions).first(count), std::span(values).first(count), cell - first)(log_l);
}

}  // namespace

bool suits_quadrature(const Surrogate& surrogate, const Shape& shape) {
  const Lengthscales* lengthscales = surrogate.covariance->single_matern();
  if (lengthscales == nullptr || lengthscales->count(shape.num_inputs) != 1) return false;
  if (!surrogate.covariance->main_effects(shape.num_inputs).empty()) return false;
  if (surrogate.latent->latent_dimension(shape.num_inputs) > 0) return false;
  if (!surrogate.warp->blocks(shape).empty() || !surrogate.mean.blocks().empty()) return false;
  if (surrogate.noise->differs_between_observations()) return false;
  if (!surrogate.noise->blocks(shape).empty() && !surrogate.noise->is_one_variance()) return false;
  const ParameterBlocks blocks = surrogate.blocks(shape);
  return surrogate.layout(shape).num_labels() == 0 &&
         std::all_of(blocks.begin(), blocks.end(),
                     [](const ParameterBlock& block) { return block.prior->is_log_scale(); });
}

std::optional<QuadratureDraws> quadrature_draws(const FitProblem& problem, Index num_draws,
                                                ThreadPool* pool) {
  check_at_least("draws", num_draws, 1);
  const QuadratureTarget target(problem);
  std::vector<LengthscaleSlice> slices;
  const std::optional<LogCurve> marginal = LogCurve::explore(
      lengthscale_scan(target), tolerance, [&](std::span<const double> positions, std::span<double> values) {
        const std::size_t begin = slices.size();
        slices.resize(begin + positions.size());
        parallel_for(pool, positions.size(),
                     [&](std::size_t i) { slices[begin + i] = target.slice(positions[i]); });
        for (std::size_t i = 0; i < positions.size(); ++i) values[i] = slices[begin + i].log_density;
      });
  if (!marginal) return std::nullopt;

  // With 1/φ, and with 1/p and 1/p² of the plastic number p³ = p + 1, the multiples are as far from a lattice
  // with short vectors as one and two numbers can be.
  const bool two_more = target.has_amplitude() && target.has_noise();
  const double plastic = 1.324717957244746;
  const auto rest = scrambled_strata(num_draws, two_more ? 1.0 / plastic : std::numbers::phi - 1.0);
  const auto scale = scrambled_strata(num_draws, 1.0 / (plastic * plastic));

  QuadratureDraws result{Matrix(target.num_unknowns(), num_draws), Vector(num_draws),
                         marginal->log_integral(), static_cast<long>(slices.size())};
  parallel_for(pool, static_cast<std::size_t>(num_draws), [&](std::size_t i) {
    const auto column = static_cast<Index>(i);
    auto draw = result.draws.col(column);
    const double log_l = marginal->quantile((static_cast<double>(i) + 0.5) / static_cast<double>(num_draws));
    draw[0] = log_l;
    if (target.num_unknowns() == 1) {
      result.log_density[column] = marginal->log_density(log_l);
      return;
    }
    const auto interpolate = [&](const auto& quantity) {
      return between_slices(*marginal, slices, log_l, quantity);
    };
    // Along a curve of equal conditional probability everything changes slowly with log l, also where log a
    // and log l are strongly correlated.
    const auto x_of = [&](const LengthscaleSlice& slice) { return slice.rest->quantile(rest[i]); };
    const double x = interpolate(x_of);
    result.log_density[column] =
        interpolate([&](const LengthscaleSlice& slice) { return slice.rest->log_density(x_of(slice)); });
    if (!two_more) {
      draw[1] = x;
      return;
    }
    const double log_form =
        interpolate([&](const LengthscaleSlice& slice) { return slice.log_form(x_of(slice)); });
    const LogCurve scales = target.scales(x, std::exp(log_form)).value();
    draw[1] = scales.quantile(scale[i]);
    draw[2] = draw[1] + x;
    result.log_density[column] += scales.log_density(draw[1]) - scales.log_integral();
  });
  return result;
}

}  // namespace craggy
