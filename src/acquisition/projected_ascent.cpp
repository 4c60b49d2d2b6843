#include "acquisition/projected_ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>

#include "base/cancellation.hpp"
#include "base/check.hpp"

namespace craggy {
namespace {

constexpr double first_step = 0.05;  // longest change of a coordinate while nothing is known of the curvature
constexpr double longest_step = 0.5;      // and ever
constexpr double sufficient_gain = 1e-4;  // share of the linear prediction [Armijo1966]
constexpr int max_halvings = 30;
constexpr double negligible_gain = 1e-11;  // relative to max(1, |value|)
constexpr double hopeful_gains = 10.0;

struct Iterate {
  Vector x;
  double value = 0.0;
  Vector gradient;

  bool is_usable() const { return std::isfinite(value) && gradient.allFinite(); }
  double negligible() const { return negligible_gain * std::max(1.0, std::abs(value)); }
};

bool points_outside(double x, double direction) {
  return (x <= 0.0 && direction < 0.0) || (x >= 1.0 && direction > 0.0);
}

// The coordinates that may move: all but those that a bound holds against the gradient. The curvature counts
// only among them [Bertsekas1982].
std::vector<Index> free_coordinates(const Iterate& at) {
  std::vector<Index> free;
  for (Index q = 0; q < at.x.size(); ++q)
    if (at.gradient[q] != 0.0 && !points_outside(at.x[q], at.gradient[q])) free.push_back(q);
  return free;
}

// An estimate B of minus the Hessian by BFGS updates: positive definite, so that B⁻¹·gradient points uphill.
class Curvature {
 public:
  bool is_known() const { return B_.size() > 0; }
  void forget() { B_.resize(0, 0); }

  // s: the step that was taken; y: by how much the gradient fell. Skipped where the acquisition is not
  // concave along s.
  void update(const Vector& s, const Vector& y) {
    const double s_y = s.dot(y);
    if (!(s_y > 1e-10 * s.stableNorm() * y.stableNorm())) return;
    if (!is_known()) B_ = Matrix::Identity(s.size(), s.size()) * y.dot(y / s_y);
    const Vector B_s = B_ * s;
    B_ += y * (y / s_y).transpose() - B_s * (B_s / s.dot(B_s)).transpose();
    if (!B_.allFinite()) forget();
  }

  // Solves for the free coordinates; the others stay where they are.
  std::optional<Vector> direction(const Vector& gradient, const std::vector<Index>& free) const {
    const Eigen::LLT<Matrix> factor(B_(free, free));
    if (factor.info() != Eigen::Success) return std::nullopt;
    Vector direction = Vector::Zero(gradient.size());
    const Vector solution = factor.solve(Vector(gradient(free)));
    direction(free) = solution;
    if (!direction.allFinite()) return std::nullopt;
    return direction;
  }

 private:
  Matrix B_;
};

Vector steepest_direction(const Iterate& at, const std::vector<Index>& free) {
  Vector direction = Vector::Zero(at.x.size());
  direction(free) = at.gradient(free);
  return direction * (first_step / direction.cwiseAbs().maxCoeff());
}

// One ascent, which asks for the values that it needs: evaluate at next(), hand over by advance().
class Ascent {
 public:
  Ascent(Vector start, Index max_iterations)
      : max_iterations_(max_iterations), candidate_(std::move(start)) {}

  bool has_ended() const { return has_ended_; }
  const Vector& next() const { return candidate_; }

  void advance(double value, const ConstVectorRef& gradient) {
    Iterate next{candidate_, value, gradient};
    if (!is_under_way_) {
      is_under_way_ = true;
      at_ = std::move(next);
      begin_iteration();
    } else if (next.is_usable() && next.value >= at_.value + sufficient_gain * promised_) {
      curvature_.update(next.x - at_.x, at_.gradient - next.gradient);
      last_gain_ = next.value - at_.value;
      num_negligible_ = last_gain_ <= at_.negligible() ? num_negligible_ + 1 : 0;
      at_ = std::move(next);
      ++iteration_;
      begin_iteration();
    } else if (promised_ < at_.negligible()) {
      give_up_direction();  // smaller steps cannot gain anything that counts
    } else {
      shorten_step();
    }
  }

  // What can still be hoped for: the gains of a quasi-Newton ascent mostly shrink.
  double within_reach() const { return at_.value + hopeful_gains * last_gain_; }

  Maximum summit() const {
    return {at_.x, std::isfinite(at_.value) ? at_.value : -std::numeric_limits<double>::infinity()};
  }

 private:
  void begin_iteration() {
    has_ended_ = iteration_ >= max_iterations_ || !at_.is_usable() || num_negligible_ >= 2;
    if (has_ended_) return;
    const std::vector<Index> free = free_coordinates(at_);
    // What the gradient promises across the whole cube.
    has_ended_ = free.empty() || at_.gradient(free).cwiseAbs().maxCoeff() < at_.negligible();
    if (has_ended_) return;

    std::optional<Vector> direction;
    if (curvature_.is_known()) direction = curvature_.direction(at_.gradient, free);
    if (!direction) {
      curvature_.forget();
      direction = steepest_direction(at_, free);
    }
    direction_ = *direction;
    const double length = direction_.cwiseAbs().maxCoeff();
    if (length > longest_step) direction_ *= longest_step / length;
    num_halvings_ = 0;
    propose();
  }

  // The next candidate of the line search: the step is halved until the gain is a fair share of what the
  // gradient promises.
  void propose() {
    candidate_ = (at_.x + direction_).cwiseMax(0.0).cwiseMin(1.0);
    promised_ = at_.gradient.dot(candidate_ - at_.x);
    if (!(promised_ > 0.0)) shorten_step();
  }

  void shorten_step() {
    if (num_halvings_ == max_halvings) {
      give_up_direction();
    } else {
      ++num_halvings_;
      direction_ *= 0.5;
      propose();
    }
  }

  // A quasi-Newton direction that is cut to the cube need not point uphill; the steepest one, which does, has
  // to take its place.
  void give_up_direction() {
    has_ended_ = !curvature_.is_known();
    if (has_ended_) return;
    curvature_.forget();
    ++iteration_;
    begin_iteration();
  }

  Index max_iterations_;
  Index iteration_ = 0;
  bool is_under_way_ = false;
  bool has_ended_ = false;
  Iterate at_{};
  Curvature curvature_;
  int num_negligible_ = 0;
  double last_gain_ = std::numeric_limits<double>::infinity();
  Vector direction_;
  int num_halvings_ = 0;
  Vector candidate_;
  double promised_ = 0.0;
};

struct Summits {
  Maximum highest;
  std::vector<Maximum> all;  // one per start
};

Summits climb(const Acquisition& acquisition, const ConstMatrixRef& starts, Index max_iterations,
              ThreadPool* pool) {
  check_at_least("the number of starts", starts.cols(), 1);
  std::vector<Ascent> ascents;
  for (Index i = 0; i < starts.cols(); ++i) ascents.emplace_back(starts.col(i), max_iterations);
  std::vector<Ascent*> under_way;
  under_way.reserve(ascents.size());
  for (Ascent& ascent : ascents) under_way.push_back(&ascent);
  Maximum highest{starts.col(0), -std::numeric_limits<double>::infinity()};
  Matrix gradients;
  while (!under_way.empty()) {
    throw_if_stopped();
    Matrix X(starts.rows(), std::ssize(under_way));
    for (Index i = 0; i < X.cols(); ++i) X.col(i) = under_way[static_cast<std::size_t>(i)]->next();
    const Vector values = acquisition.evaluate_with_gradients(X, gradients, pool);
    for (Index i = 0; i < X.cols(); ++i) {
      Ascent& ascent = *under_way[static_cast<std::size_t>(i)];
      ascent.advance(values[i], gradients.col(i));
      if (ascent.summit().value > highest.value) highest = ascent.summit();
    }
    std::erase_if(under_way, [&](const Ascent* ascent) {
      return ascent->has_ended() || ascent->within_reach() < highest.value;
    });
  }
  Summits summits{std::move(highest), {}};
  for (const Ascent& ascent : ascents) summits.all.push_back(ascent.summit());
  return summits;
}

}  // namespace

Maximum ascend_side_by_side(const Acquisition& acquisition, const ConstMatrixRef& starts,
                            Index max_iterations, ThreadPool* pool) {
  return climb(acquisition, starts, max_iterations, pool).highest;
}

std::vector<Maximum> ascend_each(const Acquisition& acquisition, const ConstMatrixRef& starts,
                                 Index max_iterations, ThreadPool* pool) {
  return climb(acquisition, starts, max_iterations, pool).all;
}

Maximum ascend(const Acquisition& acquisition, const Vector& start, Index max_iterations) {
  return ascend_side_by_side(acquisition, start, max_iterations, nullptr);
}

}  // namespace craggy
