#include "problems/generated_bases.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "base/check.hpp"
#include "problems/rotation.hpp"

namespace craggy::problems {
namespace {

constexpr double pi = std::numbers::pi;
using Point = std::vector<double>;
using View = std::span<const double>;

// A function and where it may be lowest; `exact` says that it is.
struct Shape {
  CubeFunction value;
  std::vector<Point> candidates;
  bool exact = false;
};

// A draw of a Gaussian process by random features [Rahimi2007]. Frequencies are normal for the squared
// exponential and Student's t with 5 degrees of freedom for the Matérn 5/2 kernel, divided by the
// lengthscales.
class Features {
 public:
  Features(View lengthscales, RandomStream& stream) : dim_(lengthscales.size()) {
    constexpr std::size_t num_features = 192;
    const bool matern = stream.uniform() < 0.5;
    for (std::size_t k = 0; k < num_features; ++k) {
      const double widening = matern ? std::sqrt(2.5 / stream.gamma(2.5)) : 1.0;
      for (const double lengthscale : lengthscales)
        frequencies_.push_back(widening * stream.normal() / lengthscale);
      phases_.push_back(stream.uniform(0.0, 2.0 * pi));
    }
  }

  double operator()(View u) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < phases_.size(); ++k) {
      double angle = phases_[k];
      for (std::size_t j = 0; j < dim_; ++j) angle += frequencies_[k * dim_ + j] * u[j];
      sum += std::cos(angle);
    }
    return sum / std::sqrt(static_cast<double>(phases_.size()) / 2.0);
  }

 private:
  std::size_t dim_;
  std::vector<double> frequencies_;  // one row per feature
  std::vector<double> phases_;
};

Point inner_point(std::size_t dim, RandomStream& stream) {
  Point point(dim);
  for (double& coordinate : point) coordinate = stream.uniform(0.15, 0.85);
  return point;
}

// Some inputs matter much, others hardly.
Shape sample(std::size_t dim, RandomStream& stream) {
  Point lengthscales(dim);
  for (double& lengthscale : lengthscales)
    lengthscale = 0.25 * std::sqrt(static_cast<double>(dim)) * std::exp(0.7 * stream.normal());
  return {Features(lengthscales, stream), {}};
}

Shape sum(std::size_t dim, RandomStream& stream) {
  std::vector<std::pair<double, Features>> parts;
  for (std::size_t j = 0; j < dim; ++j) {
    const Point lengthscale = {std::exp(std::log(0.2) + 0.6 * stream.normal())};
    parts.emplace_back(std::exp(0.5 * stream.normal()), Features(lengthscale, stream));
  }
  return {[parts](View u) {
            double total = 0.0;
            for (std::size_t j = 0; j < parts.size(); ++j)
              total += parts[j].first * parts[j].second(u.subspan(j, 1));
            return total;
          },
          {}};
}

// Σ c_j v_j² with c up to 10⁴ times as large in one direction as in another; a bent valley follows a
// parabola.
Shape bowl(std::size_t dim, RandomStream& stream) {
  const Point lowest = inner_point(dim, stream);
  const double log_condition = stream.uniform(0.0, 4.0);
  Point curvatures(dim);
  for (double& curvature : curvatures) curvature = std::pow(10.0, stream.uniform(0.0, log_condition));
  const double bend = stream.uniform() < 0.4 ? stream.uniform(0.5, 3.0) : 0.0;
  const double power = stream.uniform(0.35, 1.0);
  return {[=](View u) {
            double total = 0.0;
            for (std::size_t j = 0; j < lowest.size(); ++j) {
              double offset = u[j] - lowest[j];
              if (j > 0) offset -= bend * (u[j - 1] - lowest[j - 1]) * (u[j - 1] - lowest[j - 1]);
              total += curvatures[j] * offset * offset;
            }
            return std::pow(total, power);
          },
          {lowest},
          true};
}

Shape wells(std::size_t dim, RandomStream& stream) {
  struct Well {
    double depth;
    Point at, narrowness;
  };
  std::vector<Well> all(3 + stream.below(6));
  std::vector<Point> centres;
  for (Well& well : all) {
    well.depth = stream.uniform(0.5, 2.0);
    well.at = inner_point(dim, stream);
    for (std::size_t j = 0; j < dim; ++j)
      well.narrowness.push_back(std::pow(10.0, stream.uniform(-0.5, 1.6)) * 4.0 / static_cast<double>(dim));
    centres.push_back(well.at);
  }
  return {[all](View u) {
            double total = 0.0;
            for (const Well& well : all) {
              double distance = 0.0;
              for (std::size_t j = 0; j < u.size(); ++j)
                distance += well.narrowness[j] * (u[j] - well.at[j]) * (u[j] - well.at[j]);
              total -= well.depth * std::exp(-distance);
            }
            return total;
          },
          centres};
}

// Pairs of inputs, and a last one alone if their number is odd, each with a wave of three tones.
Shape product(std::size_t dim, RandomStream& stream) {
  struct Wave {
    std::array<double, 3> turns, phases, weights;
    double operator()(double u) const {
      double total = 0.0;
      for (std::size_t k = 0; k < turns.size(); ++k)
        total += weights[k] * std::cos(2.0 * pi * (turns[k] * u + phases[k]));
      return total;
    }
  };
  std::vector<Wave> waves(dim);
  for (Wave& wave : waves) {
    const double turns = stream.uniform(1.0, 2.5);
    for (std::size_t k = 0; k < wave.turns.size(); ++k) {
      wave.turns[k] = static_cast<double>(k + 1) * turns;
      wave.phases[k] = stream.uniform();
      wave.weights[k] = stream.uniform(0.2, 1.0);
    }
  }
  return {[waves](View u) {
            double total = 0.0;
            for (std::size_t j = 0; j < waves.size(); j += 2)
              total += waves[j](u[j]) * (j + 1 < waves.size() ? waves[j + 1](u[j + 1]) : 1.0);
            return total;
          },
          {}};
}

Shape make_shape(std::string_view name, std::size_t dim, RandomStream& stream) {
  if (name == "sample") return sample(dim, stream);
  if (name == "sum") return sum(dim, stream);
  if (name == "bowl") return bowl(dim, stream);
  if (name == "wells") return wells(dim, stream);
  return product(dim, stream);
}

// A bowl is turned about its lowest point and wells about theirs in the middle of the cube, so candidates are
// turned back and kept inside.
Shape turn(Shape shape, std::size_t dim, RandomStream& stream) {
  const Rotation rotation = Rotation::random(dim, stream);
  for (Point& candidate : shape.candidates) {
    Point back(dim, 0.5);
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t j = 0; j < dim; ++j) back[j] += rotation.row(i)[j] * (candidate[i] - 0.5);
    for (double& coordinate : back) {
      if (coordinate < 0.0 || coordinate > 1.0) shape.exact = false;
      coordinate = std::clamp(coordinate, 0.0, 1.0);
    }
    candidate = std::move(back);
  }
  shape.value = [value = std::move(shape.value), rotation](View u) { return value(rotation(u)); };
  return shape;
}

// The value that a twentieth of uniform points exceed.
double high_value(const CubeFunction& function, std::size_t dim, RandomStream& stream) {
  Point values(2000);
  for (double& value : values) {
    Point u(dim);
    for (double& coordinate : u) coordinate = stream.uniform();
    value = function(u);
  }
  const auto high = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 19 / 20);
  std::ranges::nth_element(values, high);
  return *high;
}

}  // namespace

Base make_base(std::string_view name, std::size_t dim, bool turned, RandomStream& stream) {
  check_known("base", name, std::vector<std::string>(base_names.begin(), base_names.end()));
  Shape shape = make_shape(name, dim, stream);
  if (turned) shape = turn(std::move(shape), dim, stream);
  const LowestPoint lowest =
      shape.exact ? LowestPoint{shape.candidates.front(), shape.value(shape.candidates.front())}
                  : lowest_point(shape.value, dim, stream, shape.candidates);
  const double range = high_value(shape.value, dim, stream) - lowest.value;
  return {[value = std::move(shape.value), minimum = lowest.value, range](View u) {
            return (value(u) - minimum) / range;
          },
          lowest.at};
}

}  // namespace craggy::problems
