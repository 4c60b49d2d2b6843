#include "problems/generated.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "problems/generated_bases.hpp"
#include "problems/lowest_point.hpp"

namespace craggy::problems {
namespace {

using Point = std::vector<double>;
using View = std::span<const double>;

constexpr std::string_view prefix = "generated_";
constexpr std::uint64_t base_seed =
    0x6a61676765640001U;  // of all generated problems; another would make others

// Which numbers a stream gives does not depend on how many the others gave.
enum class Part : std::uint16_t { traits = 0, base = 1, detail = 2, search = 3, units = 4 };
RandomStream stream_of(std::uint32_t seed, Part part) {
  return RandomStream(base_seed, {.trial = seed, .chain = static_cast<std::uint16_t>(part)});
}

// Terraces: the base, rounded down to a multiple of the amplitude. Rounding errors below 0 are not a terrace.
CubeFunction in_terraces(const CubeFunction& base, double height) {
  return [base, height](View u) { return height * std::floor(std::max(base(u), 0.0) / height); };
}

CubeFunction added(const CubeFunction& base, const CubeFunction& detail, double amplitude) {
  return [base, detail, amplitude](View u) { return base(u) + amplitude * detail(u); };
}

// Near the base's lowest point the detail's low parts are within a period: looks along its directions, then
// descends.
LowestPoint lowest_near(const CubeFunction& function, Point start, const Detail& detail,
                        RandomStream& stream) {
  constexpr int sweeps = 3;
  constexpr int looks_each_way = 60;
  LowestPoint best{start, function(start)};
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const Point& direction : detail.directions) {
      const Point from = best.at;
      for (int look = -looks_each_way; look <= looks_each_way; ++look) {
        const double along = 1.2 * detail.period * (look + stream.uniform() - 0.5) / looks_each_way;
        Point u = from;
        for (std::size_t j = 0; j < u.size(); ++j) u[j] = std::clamp(u[j] + along * direction[j], 0.0, 1.0);
        const double value = function(u);
        if (value < best.value) best = {std::move(u), value};
      }
    }
  return descend(function, best.at, 0.1 * detail.period, 1e-9);
}

struct CubeProblem {
  CubeFunction function;
  Point lowest;
  double minimum = 0.0;  // of the function; its infimum lies between 0 and this
};

CubeProblem make_on_cube(std::uint32_t seed) {
  // Further than this from its lower bound a minimum is not known well enough: then the detail is anchored.
  constexpr double loosest = 0.02;
  const GeneratedTraits traits = generated_traits(seed);
  RandomStream base_stream = stream_of(seed, Part::base);
  const Base base = make_base(traits.base, traits.dim, traits.base_turned, base_stream);
  if (traits.detail.name == "none") return {base.value, base.argmin, 0.0};
  if (traits.detail.name == "plateaus") return {in_terraces(base.value, traits.amplitude), base.argmin, 0.0};

  DetailTraits wanted = traits.detail;
  if (!wanted.anchored) {
    RandomStream detail_stream = stream_of(seed, Part::detail);
    const Detail detail = make_detail(wanted, base.argmin, detail_stream);
    CubeFunction function = added(base.value, detail.value, traits.amplitude);
    RandomStream search_stream = stream_of(seed, Part::search);
    LowestPoint lowest = lowest_near(function, base.argmin, detail, search_stream);
    if (lowest.value <= loosest) return {std::move(function), std::move(lowest.at), lowest.value};
    wanted.anchored = true;
  }
  RandomStream detail_stream = stream_of(seed, Part::detail);
  const Detail detail = make_detail(wanted, base.argmin, detail_stream);
  return {added(base.value, detail.value, traits.amplitude), base.argmin, 0.0};
}

std::vector<std::string> properties_of(const GeneratedTraits& traits) {
  std::vector<std::string> words = {"base: " + traits.base + (traits.base_turned ? ", turned" : ""),
                                    "detail: " + traits.detail.name};
  if (traits.detail.name == "none") return words;
  words.push_back(fmt::format("amplitude: {:.3f}", traits.amplitude));
  if (traits.detail.name == "plateaus") return words;
  words.push_back("along: " + traits.detail.along);
  words.push_back("joined: " + traits.detail.joined);
  words.push_back("where: " + traits.detail.where);
  return words;
}

}  // namespace

std::string generated_name(std::uint32_t seed) { return fmt::format("{}{}", prefix, seed); }

std::optional<std::uint32_t> generated_seed(std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  std::uint32_t seed = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), seed);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  if (generated_name(seed).size() != prefix.size() + name.size()) return std::nullopt;  // leading zeros
  return seed;
}

GeneratedTraits generated_traits(std::uint32_t seed) {
  constexpr std::array<std::size_t, 12> dimensions = {2, 2, 2, 3, 3, 4, 5, 6, 6, 8, 10, 12};
  RandomStream stream = stream_of(seed, Part::traits);
  GeneratedTraits traits;
  traits.dim = dimensions.at(stream.below(dimensions.size()));
  traits.base = base_names.at(stream.below(base_names.size()));
  traits.base_turned = stream.uniform() < 0.5;
  traits.detail = draw_detail_traits(stream);
  traits.amplitude = std::exp(stream.uniform(std::log(0.01), std::log(0.6)));
  return traits;
}

Problem generated_problem(std::uint32_t seed) {
  const GeneratedTraits traits = generated_traits(seed);
  const CubeProblem cube = make_on_cube(seed);

  // Units of its own, since nothing may depend on them.
  RandomStream stream = stream_of(seed, Part::units);
  const double scale = std::pow(10.0, stream.uniform(-2.0, 3.0));
  const double offset = scale * stream.uniform(-5.0, 5.0);
  Problem problem;
  problem.name = generated_name(seed);
  problem.title = fmt::format("Generated {}", seed);
  for (std::size_t j = 0; j < traits.dim; ++j) {
    const double low = std::round(stream.uniform(-100.0, 100.0));
    problem.domain.push_back({low, low + std::ceil(stream.uniform(0.0, 100.0))});
  }
  problem.properties = properties_of(traits);
  problem.score_reference = offset + scale * cube.minimum;
  std::vector<double> argmin;
  for (std::size_t j = 0; j < traits.dim; ++j) {
    const auto [low, high] = problem.domain[j];
    argmin.push_back(std::clamp(low + cube.lowest[j] * (high - low), low, high));
  }
  problem.objective = [function = cube.function, domain = problem.domain, scale, offset](View x) {
    Point u(x.size());
    for (std::size_t j = 0; j < x.size(); ++j)
      u[j] = (x[j] - domain[j].low) / (domain[j].high - domain[j].low);
    return offset + scale * function(u);
  };
  if (cube.minimum == 0.0) {
    problem.optimum = problem.score_reference;
    problem.argmin = {std::move(argmin)};
  } else {
    problem.note = fmt::format("the infimum is at most {:.3g} below the reference", scale * cube.minimum);
  }
  return problem;
}

}  // namespace craggy::problems
