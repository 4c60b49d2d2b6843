#include "problems/failing_region.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"
#include "base/random.hpp"

namespace craggy::problems {
namespace {

constexpr std::uint32_t region_stream = 3;  // behind those of the landscape
constexpr double strip_width = 1.0 / 12.0;
constexpr double failing_below = 0.1;  // behind the constraint
constexpr double share_anywhere = 0.2;

double length(std::span<const double> v) {
  double sum = 0.0;
  for (const double each : v) sum += each * each;
  return std::sqrt(sum);
}

}  // namespace

const std::vector<std::string>& FailingRegion::shapes() {
  static const std::vector<std::string> all = {"none",  "half_space", "oblique",           "corner",  "ball",
                                               "strip", "disc",       "behind_constraint", "anywhere"};
  return all;
}

FailingRegion::FailingRegion(std::string_view shape, const Landscape& landscape, std::uint64_t seed)
    : shape_(shape) {
  check_known("shape", shape_, shapes());
  RandomStream stream(seed, {.trial = region_stream});
  const std::size_t dim = landscape.dim();
  const double diagonal = std::sqrt(static_cast<double>(dim));
  direction_.assign(dim, 0.0);
  direction_[0] = 1.0;
  if (shape_ == "oblique" || shape_ == "strip") {
    for (double& each : direction_) each = stream.normal();
    const double norm = length(direction_);
    for (double& each : direction_) each /= norm;
  }
  // Where the share of uniform points below a plane is as wanted.
  std::vector<double> heights(2000);
  for (double& height : heights) {
    std::vector<double> x(dim);
    for (double& coordinate : x) coordinate = stream.uniform();
    height = along(x);
  }
  std::sort(heights.begin(), heights.end());
  const auto quantile = [&](double share) {
    return heights[static_cast<std::size_t>(share * static_cast<double>(heights.size()))];
  };
  low_ = -diagonal;
  if (shape_ == "half_space" || shape_ == "oblique") high_ = quantile(stream.uniform(0.2, 0.33));
  if (shape_ == "behind_constraint") high_ = failing_below;
  if (shape_ == "strip") {
    low_ = quantile(stream.uniform(0.3, 0.7));
    high_ = low_ + strip_width;
  }
  if (shape_ == "corner") high_ = 0.5;
  if (shape_ == "ball" || shape_ == "disc") {
    radius_ = 0.2 * diagonal;
    centre_ = landscape.lowest().x;
    std::vector<double> away(dim);
    for (double& each : away) each = stream.normal();
    const double norm = length(away);
    const double distance = shape_ == "disc" ? 0.8 * radius_ : stream.uniform(1.2, 2.0) * radius_;
    for (std::size_t i = 0; i < dim; ++i)
      centre_[i] = std::clamp(centre_[i] + distance * away[i] / norm, 0.0, 1.0);
  }
}

double FailingRegion::along(std::span<const double> x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += direction_[i] * x[i];
  return sum;
}

bool FailingRegion::fails(std::span<const double> x) const {
  if (shape_ == "none") return false;
  if (shape_ == "anywhere") {
    const double large = 43758.5453 * std::sin(12.9898 * x[0] + 78.233 * x.back() + 1.0);
    return large - std::floor(large) < share_anywhere;
  }
  if (shape_ == "corner") return x[0] < high_ && x[1] < high_;
  if (!centre_.empty()) {
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - centre_[i]) * (x[i] - centre_[i]);
    return sum < radius_ * radius_;
  }
  const double height = along(x);
  return height >= low_ && height < high_;
}

}  // namespace craggy::problems
