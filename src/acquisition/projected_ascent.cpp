#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <Eigen/Cholesky>

#include <craggy/acquisition/projected_ascent.hpp>
#include <craggy/base/cancellation.hpp>

namespace craggy {
namespace {

constexpr double first_step = 0.05;  // longest change of a coordinate while nothing is known of the curvature
constexpr double longest_step = 0.5;      // and ever
constexpr double sufficient_gain = 1e-4;  // share of the linear prediction [Armijo1966]
constexpr int max_halvings = 30;
constexpr double negligible_gain = 1e-11;  // relative to max(1, |value|)

struct Iterate {
  Vector x;
  double value;
  Vector gradient;

  bool is_usable() const { return std::isfinite(value) && gradient.allFinite(); }
  double negligible() const { return negligible_gain * std::max(1.0, std::abs(value)); }
};

Iterate evaluate(const Acquisition& acquisition, Vector x) {
  Iterate at{std::move(x), 0.0, {}};
  at.value = acquisition.evaluate_with_gradient(at.x, at.gradient);
  return at;
}

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

// Halves the step until the gain is a fair share of what the gradient promises. Nothing if it never is: a
// quasi-Newton direction that is cut to the cube need not point uphill, and the steepest one, which does, has
// to take its place.
std::optional<Iterate> line_search(const Acquisition& acquisition, const Iterate& at, Vector direction) {
  const double length = direction.cwiseAbs().maxCoeff();
  if (length > longest_step) direction *= longest_step / length;
  for (int halving = 0; halving <= max_halvings; ++halving, direction *= 0.5) {
    Vector x = (at.x + direction).cwiseMax(0.0).cwiseMin(1.0);
    const double promised = at.gradient.dot(x - at.x);
    if (!(promised > 0.0)) continue;
    Iterate next = evaluate(acquisition, std::move(x));
    if (next.is_usable() && next.value >= at.value + sufficient_gain * promised) return next;
    // Smaller steps cannot gain anything that counts.
    if (promised < at.negligible()) break;
  }
  return std::nullopt;
}

}  // namespace

Maximum ascend(const Acquisition& acquisition, const Vector& start, Index max_iterations,
               const std::stop_token& stop) {
  Iterate at = evaluate(acquisition, start);
  Curvature curvature;
  int num_negligible = 0;
  for (Index iteration = 0; iteration < max_iterations && at.is_usable() && num_negligible < 2; ++iteration) {
    throw_if_stopped(stop);
    const std::vector<Index> free = free_coordinates(at);
    // What the gradient promises across the whole cube.
    if (free.empty() || at.gradient(free).cwiseAbs().maxCoeff() < at.negligible()) break;

    std::optional<Vector> direction;
    if (curvature.is_known()) direction = curvature.direction(at.gradient, free);
    if (!direction) {
      curvature.forget();
      direction = steepest_direction(at, free);
    }
    std::optional<Iterate> next = line_search(acquisition, at, *direction);
    if (!next && !curvature.is_known()) break;
    if (!next) {
      curvature.forget();
      continue;
    }
    curvature.update(next->x - at.x, at.gradient - next->gradient);
    num_negligible = next->value - at.value <= at.negligible() ? num_negligible + 1 : 0;
    at = *std::move(next);
  }
  return {at.x, std::isfinite(at.value) ? at.value : -std::numeric_limits<double>::infinity()};
}

}  // namespace craggy
