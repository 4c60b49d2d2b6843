#include "problems/landscape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.hpp"

namespace craggy::problems {
namespace {

constexpr std::size_t num_wells = 4;
constexpr int num_samples = 2000;  // that mean and standard deviation are taken from

// The search for the lowest value.
constexpr int num_uniform = 4000;
constexpr std::size_t num_local = 8;
constexpr double first_step = 0.1;
constexpr double last_step = 1e-6;

// Streams of one landscape.
enum : std::uint32_t { shape_stream = 0, sample_stream = 1, search_stream = 2 };

std::vector<double> uniform_point(std::size_t dim, RandomStream& stream) {
  std::vector<double> x(dim);
  for (double& coordinate : x) coordinate = stream.uniform();
  return x;
}

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

}  // namespace

Landscape::Landscape(std::size_t dim, std::uint64_t seed) : dim_(dim), seed_(seed) {
  RandomStream stream(seed, {.trial = shape_stream});
  bowl_ = uniform_point(dim, stream);
  const double diagonal = std::sqrt(static_cast<double>(dim));
  for (std::size_t k = 0; k < num_wells; ++k)
    wells_.push_back({.centre = uniform_point(dim, stream),
                      .depth = stream.uniform(0.5, 1.5),
                      .width = diagonal * stream.uniform(0.08, 0.25)});
  RandomStream samples(seed, {.trial = sample_stream});
  double sum = 0.0;
  double sum_of_squares = 0.0;
  for (int i = 0; i < num_samples; ++i) {
    const double value = raw(uniform_point(dim, samples));
    sum += value;
    sum_of_squares += value * value;
  }
  shift_ = sum / num_samples;
  scale_ = std::sqrt(sum_of_squares / num_samples - shift_ * shift_);
}

double Landscape::raw(std::span<const double> x) const {
  double value = squared_distance(x, bowl_) / static_cast<double>(dim_);
  for (const Well& well : wells_)
    value -= well.depth * std::exp(-0.5 * squared_distance(x, well.centre) / (well.width * well.width));
  return value;
}

double Landscape::operator()(std::span<const double> x) const { return (raw(x) - shift_) / scale_; }

Landscape::Lowest Landscape::lowest(const Allowed& allowed) const {
  RandomStream stream(seed_, {.trial = search_stream});
  std::vector<Lowest> found;
  const auto look_at = [&](std::vector<double> x) {
    if (!allowed(x)) return;
    const double value = (*this)(x);
    found.push_back({std::move(x), value});
  };
  for (const Well& well : wells_) look_at(well.centre);
  for (int i = 0; i < num_uniform; ++i) look_at(uniform_point(dim_, stream));
  if (found.empty()) return {{}, std::numeric_limits<double>::infinity()};
  const auto by_value = [](const Lowest& a, const Lowest& b) { return a.value < b.value; };
  std::stable_sort(found.begin(), found.end(), by_value);
  if (found.size() > num_local) found.resize(num_local);
  for (Lowest& best : found)
    for (double step = first_step; step > last_step; step *= 0.7)
      for (std::size_t i = 0; i < 10 * dim_; ++i) {
        std::vector<double> x = best.x;
        for (double& coordinate : x) coordinate = std::clamp(coordinate + step * stream.normal(), 0.0, 1.0);
        if (!allowed(x)) continue;
        const double value = (*this)(x);
        if (value < best.value) best = {std::move(x), value};
      }
  return *std::min_element(found.begin(), found.end(), by_value);
}

}  // namespace craggy::problems
