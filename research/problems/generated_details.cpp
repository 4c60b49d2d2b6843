#include "problems/generated_details.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

#include "base/check.hpp"
#include "problems/rotation.hpp"

namespace craggy::problems {
namespace {

using Point = std::vector<double>;
using View = std::span<const double>;

// Positions along the directions, in periods: 0 at the anchor if the detail is anchored.
using Positions = std::vector<double>;
using Profile = std::function<double(double position)>;
using CellValue = std::function<double(const Positions& positions)>;

double fraction(double value) { return value - std::floor(value); }

// A number in [0, 1) for every cell of a grid, always the same (the finaliser of SplitMix64 [Steele2014]).
double number_of_cell(std::uint64_t key, std::span<const double> positions) {
  for (const double position : positions) {
    key += 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(position)));
    key = (key ^ (key >> 30U)) * 0xbf58476d1ce4e5b9U;
    key = (key ^ (key >> 27U)) * 0x94d049bb133111ebU;
    key ^= key >> 31U;
  }
  return static_cast<double>(key >> 11U) * 0x1p-53;
}

// The cells of the anchor are lowest whatever their numbers; they begin half a period before it.
bool is_anchors_cell(std::span<const double> positions) {
  return std::ranges::all_of(positions, [](double position) { return position >= 0.0 && position < 1.0; });
}

Profile make_profile(std::string_view name, RandomStream& stream) {
  if (name == "saw") {
    // The jump is a hair before the anchor, so that rounding does not move the anchor across it.
    if (stream.uniform() < 0.5) return [](double position) { return fraction(position + 1e-9); };
    return [](double position) { return std::abs(2.0 * fraction(position + 0.5) - 1.0); };
  }
  if (name == "teeth") return [](double position) { return fraction(position + 0.25) < 0.5 ? 0.0 : 1.0; };
  if (name == "oscillation")
    return [](double position) { return 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * position); };
  if (name == "cliffs") return [](double position) { return position < 1.0 ? 0.0 : 1.0; };
  return [key = stream()](double position) {  // steps
    const double shifted = position + 0.5;
    return is_anchors_cell({&shifted, 1}) ? 0.0 : number_of_cell(key, {&shifted, 1});
  };
}

CellValue make_cells(std::string_view name, RandomStream& stream) {
  const double share = name == "spikes" ? stream.uniform(0.05, 0.3) : 0.0;
  return [key = stream(), share](const Positions& positions) {
    Positions shifted = positions;
    for (double& position : shifted) position += 0.5;
    if (is_anchors_cell(shifted)) return 0.0;
    const double number = number_of_cell(key, shifted);
    if (share > 0.0) return number < share ? 1.0 : 0.0;
    return number;
  };
}

double distance(View a, View b) {
  double largest = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = std::max(largest, std::abs(a[j] - b[j]));
  return largest;
}

std::function<bool(View)> make_region(const std::string& where, const Point& anchor, RandomStream& stream) {
  const std::size_t input = stream.below(anchor.size());
  const bool upper = stream.uniform() < 0.5;
  const double radius = stream.uniform(0.15, 0.4);
  if (where == "half") return [input, upper](View u) { return (u[input] > 0.5) == upper; };
  if (where == "away") return [anchor, radius](View u) { return distance(u, anchor) > radius; };
  if (where == "around") return [anchor, radius](View u) { return distance(u, anchor) < radius; };
  return [](View) { return true; };
}

// All axes, or one to three of them.
std::vector<Point> draw_directions(const DetailTraits& traits, std::size_t dim, RandomStream& stream) {
  const Rotation axes = traits.along == "turned" ? Rotation::random(dim, stream) : Rotation::identity(dim);
  std::vector<Point> directions;
  for (std::size_t i = 0; i < dim; ++i) directions.emplace_back(axes.row(i).begin(), axes.row(i).end());
  for (std::size_t i = dim; i > 1; --i) std::swap(directions[i - 1], directions[stream.below(i)]);
  const bool all = stream.uniform() < 0.6;
  const std::size_t few = 1 + stream.below(std::min<std::size_t>(3, dim));
  if (!all || traits.name == "cliffs") directions.resize(few);
  return directions;
}

double draw_period(const DetailTraits& traits, RandomStream& stream) {
  if (traits.name == "cliffs") return stream.uniform(0.05, 0.35);  // how far from the anchor the jump is
  return 1.0 / std::exp(stream.uniform(std::log(3.0), std::log(25.0)));
}

template <typename Names>
std::string any_of(const Names& names, RandomStream& stream) {
  return std::string(names[stream.below(names.size())]);
}

}  // namespace

DetailTraits draw_detail_traits(RandomStream& stream) {
  constexpr std::array<std::string_view, 2> alongs = {"inputs", "turned"};
  constexpr std::array<std::string_view, 2> joins = {"sum", "maximum"};
  constexpr std::array<std::string_view, 8> places = {"everywhere", "everywhere", "everywhere", "everywhere",
                                                      "half",       "half",       "away",       "around"};
  DetailTraits traits;
  traits.name = any_of(detail_names, stream);
  traits.along = any_of(alongs, stream);
  traits.joined = any_of(joins, stream);
  traits.where = any_of(places, stream);
  traits.anchored = stream.uniform() < 0.5;
  if (traits.name == "grain" || traits.name == "spikes") traits.joined = "cells";
  return traits;
}

Detail make_detail(const DetailTraits& traits, const Point& anchor, RandomStream& stream) {
  check_known("detail", traits.name,
              std::vector<std::string>(detail_names.begin() + 1, detail_names.end() - 1));
  Detail detail;
  detail.directions = draw_directions(traits, anchor.size(), stream);
  detail.period = draw_period(traits, stream);
  Point phases(detail.directions.size(), 0.0);
  if (!traits.anchored)
    for (double& phase : phases) phase = stream.uniform();

  const auto positions = [anchor, directions = detail.directions, phases, period = detail.period](View u) {
    Positions result = phases;
    for (std::size_t i = 0; i < directions.size(); ++i)
      for (std::size_t j = 0; j < u.size(); ++j) result[i] += directions[i][j] * (u[j] - anchor[j]) / period;
    return result;
  };
  CubeFunction everywhere;
  if (traits.joined == "cells")
    everywhere = [positions, value = make_cells(traits.name, stream)](View u) { return value(positions(u)); };
  else
    everywhere = [positions, maximum = traits.joined == "maximum",
                  profile = make_profile(traits.name, stream)](View u) {
      double highest = 0.0;
      double total = 0.0;
      const Positions all = positions(u);
      for (const double position : all) {
        const double value = profile(position);
        highest = std::max(highest, value);
        total += value;
      }
      return maximum ? highest : total / static_cast<double>(all.size());
    };
  detail.value = [everywhere = std::move(everywhere), inside = make_region(traits.where, anchor, stream)](
                     View u) { return inside(u) ? everywhere(u) : 0.0; };
  return detail;
}

}  // namespace craggy::problems
