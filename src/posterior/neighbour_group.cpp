#include "posterior/neighbour_group.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <craggy/base/error.hpp>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "kernels/matern52.hpp"
#include "linalg/cholesky.hpp"

namespace craggy {
namespace {

// Where neighbours stand at one place, as a share of the amplitude; raised until they can be factorised.
constexpr double first_jitter = 1e-10;

}  // namespace

struct NeighbourGroup::Conditional {
  double mean = 0.0;
  double variance = 0.0;
  bool is_floored = false;
  Vector mean_weights;      // of the kernel's values: (K + noise)⁻¹·y
  Vector variance_weights;  // −2·(K + noise)⁻¹·k
};

NeighbourGroup::NeighbourGroup(std::shared_ptr<const Matrix> inputs, Vector y, Vector own_noise,
                               std::vector<NeighbourDraw> draws, Index num_neighbours)
    : inputs_(std::move(inputs)),
      own_noise_(std::move(own_noise)),
      draws_(std::move(draws)),
      num_neighbours_(num_neighbours) {
  check_size("y", static_cast<std::size_t>(y.size()), static_cast<std::size_t>(inputs_->cols()));
  check_size("own_noise", static_cast<std::size_t>(own_noise_.size()),
             static_cast<std::size_t>(inputs_->cols()));
  check_at_least("the number of draws", num_draws(), 1);
  check_at_least("num_neighbours", num_neighbours, 1);
  Vector sum_of_logs = Vector::Zero(inputs_->rows());
  for (const NeighbourDraw& draw : draws_) {
    Vector u(inputs_->rows() + 2);
    u << draw.lengthscales.array().log().matrix(), std::log(draw.amplitude), std::log(draw.noise_variance);
    sum_of_logs += u.head(inputs_->rows());
    unknowns_.push_back(std::move(u));
  }
  precision_ = (-sum_of_logs / static_cast<double>(num_draws())).array().exp();
  scaled_ = precision_.asDiagonal() * *inputs_;
  y_ = y.transpose().replicate(num_draws(), 1);
}

double NeighbourGroup::noise_of(const NeighbourDraw& draw, Index n) const {
  return n < num_observations() ? draw.noise_variance + own_noise_[n]
                                : relative_fantasy_variance * draw.amplitude;
}

std::vector<Index> NeighbourGroup::neighbours(const ConstVectorRef& x, Index without) const {
  const Vector place = precision_.cwiseProduct(x);
  Vector distances = (scaled_.colwise() - place).colwise().squaredNorm().transpose();
  std::vector<Index> order(static_cast<std::size_t>(distances.size()));
  std::iota(order.begin(), order.end(), Index{0});
  if (without >= 0) order.erase(order.begin() + without);
  const auto count = std::min<std::ptrdiff_t>(num_neighbours_, std::ssize(order));
  const auto is_nearer = [&](Index a, Index b) {
    return distances[a] < distances[b] || (distances[a] == distances[b] && a < b);
  };
  std::nth_element(order.begin(), order.begin() + std::max<std::ptrdiff_t>(count - 1, 0), order.end(),
                   is_nearer);
  order.resize(static_cast<std::size_t>(count));
  std::sort(order.begin(), order.end());
  return order;
}

NeighbourGroup::Conditional NeighbourGroup::conditional(Index draw, const std::vector<Index>& neighbours,
                                                        const ConstVectorRef& x) const {
  const NeighbourDraw& own = draws_[static_cast<std::size_t>(draw)];
  const Index m = std::ssize(neighbours);
  const Matrix Z = (*inputs_)(Eigen::all, neighbours);
  Matrix K(m, m);
  matern52::matrix(Z, own.lengthscales, K);
  K *= own.amplitude;
  for (Index i = 0; i < m; ++i) K(i, i) += noise_of(own, neighbours[static_cast<std::size_t>(i)]);
  Cholesky cholesky;
  bool is_factorised = cholesky.factorise(K);
  for (double share = first_jitter; !is_factorised && share < 1.0; share *= 10.0) {
    K.diagonal().array() += share * own.amplitude;
    is_factorised = cholesky.factorise(K);
  }
  // No finite covariance fails by then.
  if (!is_factorised) throw Error("the covariance of the nearest observations cannot be factorised");
  Matrix k(m, 1);
  matern52::cross(Z, x, own.lengthscales, k);
  k *= own.amplitude;
  Matrix solutions(m, 2);
  solutions.col(0) = y_.row(draw)(neighbours).transpose();
  solutions.col(1) = k;
  cholesky.solve_in_place(solutions);
  Conditional result;
  result.mean = k.col(0).dot(solutions.col(0));
  result.variance = own.amplitude - k.col(0).dot(solutions.col(1));
  const double least = relative_variance_floor * own.amplitude;
  result.is_floored = !(result.variance > least);
  if (result.is_floored) result.variance = least;
  result.mean_weights = own.amplitude * solutions.col(0);
  result.variance_weights = -2.0 * own.amplitude * solutions.col(1);
  return result;
}

void NeighbourGroup::predict(const PredictionPoints& points, Index first_tile, Index end_tile,
                             const ConstVectorRef& /*z*/, MomentsRef mean, MomentsRef variance) const {
  for (Index t = first_tile; t < end_tile; ++t) {
    throw_if_stopped();
    const PredictionPoints::Tile tile = points.tile(t);
    for (Index m = tile.first; m < tile.first + tile.count; ++m) {
      const std::vector<Index> near = neighbours(points.X().col(m));
      for (Index s = 0; s < num_draws(); ++s) {
        const Conditional at = conditional(s, near, points.X().col(m));
        mean(s, m) = at.mean;
        variance(s, m) = at.variance;
      }
    }
  }
}

void NeighbourGroup::leave_one_out(const ConstVectorRef& /*z*/, MomentsRef mean, MomentsRef variance) const {
  for (Index n = 0; n < inputs_->cols(); ++n) {
    throw_if_stopped();
    const std::vector<Index> near = neighbours(inputs_->col(n), n);
    for (Index s = 0; s < num_draws(); ++s) {
      const Conditional at = conditional(s, near, inputs_->col(n));
      mean(s, n) = at.mean;
      variance(s, n) = at.variance;
    }
  }
}

ObservationTerms NeighbourGroup::observation_terms() const {
  const Index N = inputs_->cols();
  ObservationTerms terms{Matrix(num_draws(), N), Matrix(num_draws(), N), Matrix(num_draws(), N),
                         Matrix::Zero(num_draws(), N)};
  Matrix mean(num_draws(), N);
  Matrix variance(num_draws(), N);
  leave_one_out(Vector(), mean, variance);
  for (Index s = 0; s < num_draws(); ++s)
    for (Index n = 0; n < N; ++n) {
      terms.noise_variance(s, n) = noise_of(draws_[static_cast<std::size_t>(s)], n);
      terms.precision(s, n) = 1.0 / (variance(s, n) + terms.noise_variance(s, n));
      terms.alpha(s, n) = (y_(s, n) - mean(s, n)) * terms.precision(s, n);
    }
  return terms;
}

class NeighbourGroup::Record final : public PredictionRecord {
 public:
  explicit Record(const NeighbourGroup& group) : group_(group) {}

  void predict(const PredictionPoints& points, const ConstVectorRef& /*z*/, MomentsRef mean,
               MomentsRef variance) override {
    throw_if_stopped();
    X_ = points.X();
    neighbours_.clear();
    conditionals_.clear();
    for (Index m = 0; m < X_.cols(); ++m) {
      neighbours_.push_back(group_.neighbours(X_.col(m)));
      for (Index s = 0; s < group_.num_draws(); ++s) {
        conditionals_.push_back(group_.conditional(s, neighbours_.back(), X_.col(m)));
        mean(s, m) = conditionals_.back().mean;
        variance(s, m) = conditionals_.back().variance;
      }
    }
  }

  // As if the neighbours did not change.
  void pull_back(const ConstMomentsRef& d_mean, const ConstMomentsRef& d_variance,
                 MatrixRef d_X) const override {
    auto at = conditionals_.begin();
    for (Index m = 0; m < X_.cols(); ++m) {
      const Matrix Z = (*group_.inputs_)(Eigen::all, neighbours_[static_cast<std::size_t>(m)]);
      for (Index s = 0; s < group_.num_draws(); ++s, ++at) {
        Vector weights = d_mean(s, m) * at->mean_weights;
        if (!at->is_floored) weights += d_variance(s, m) * at->variance_weights;
        matern52::cross_contract(Z, X_.col(m), group_.draws_[static_cast<std::size_t>(s)].lengthscales,
                                 weights, d_X.col(m));
      }
    }
  }

 private:
  const NeighbourGroup& group_;
  Matrix X_;
  std::vector<std::vector<Index>> neighbours_;  // of each point
  std::vector<Conditional> conditionals_;       // point after point, of all draws
};

std::unique_ptr<PredictionRecord> NeighbourGroup::make_record() const {
  return std::make_unique<Record>(*this);
}

// One after the other, each given the nearest of all before it.
DrawGroupPtr NeighbourGroup::with_fantasies(std::shared_ptr<const Matrix> inputs,
                                            const ConstMatrixRef& normals, MatrixRef values) const {
  auto grown = std::make_shared<NeighbourGroup>(*this);
  grown->inputs_ = inputs;  // the rest of which is not looked at yet
  for (Index p = 0; p < normals.cols(); ++p) {
    const Index N = inputs_->cols() + p;
    const Vector x = inputs->col(N);
    const std::vector<Index> near = grown->neighbours(x);
    for (Index s = 0; s < num_draws(); ++s) {
      const Conditional at = grown->conditional(s, near, x);
      const double least = relative_fantasy_variance * draws_[static_cast<std::size_t>(s)].amplitude;
      values(s, p) = at.mean + std::sqrt(at.variance + least) * normals(s, p);
    }
    grown->scaled_.conservativeResize(Eigen::NoChange, N + 1);
    grown->scaled_.col(N) = precision_.cwiseProduct(x);
    grown->y_.conservativeResize(Eigen::NoChange, N + 1);
    grown->y_.col(N) = values.col(p);
  }
  return grown;
}

}  // namespace craggy
