#include "problems/others.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>

#include "problems/complicated.hpp"
#include "problems/oscillatory.hpp"
#include "problems/smooth.hpp"

namespace craggy::problems {
namespace {

constexpr double pi = std::numbers::pi;
using Point = std::vector<double>;
using View = std::span<const double>;

double square(double x) { return x * x; }

// --- textbook functions -----------------------------------------------------------------------------------

double rastrigin(View x) {
  double sum = 0.0;
  for (const double xi : x) sum += xi * xi - 10.0 * std::cos(2.0 * pi * xi) + 10.0;
  return sum;
}

double schwefel(View x) {
  double sum = 0.0;
  for (const double xi : x) sum -= xi * std::sin(std::sqrt(std::abs(xi)));
  return sum;
}

double styblinski_tang(View x) {
  double sum = 0.0;
  for (const double xi : x) sum += 0.5 * (square(square(xi)) - 16.0 * square(xi) + 5.0 * xi);
  return sum;
}

double michalewicz(View x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum -= std::sin(x[i]) * std::pow(std::sin(static_cast<double>(i + 1) * x[i] * x[i] / pi), 20);
  return sum;
}

double rosenbrock(View x) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += 100.0 * square(x[i + 1] - x[i] * x[i]) + square(1.0 - x[i]);
  return sum;
}

double goldstein_price(View at) {
  const double x = at[0];
  const double y = at[1];
  const double first =
      1.0 + square(x + y + 1.0) * (19.0 - 14.0 * x + 3.0 * x * x - 14.0 * y + 6.0 * x * y + 3.0 * y * y);
  const double second = 30.0 + square(2.0 * x - 3.0 * y) *
                                   (18.0 - 32.0 * x + 12.0 * x * x + 48.0 * y - 36.0 * x * y + 27.0 * y * y);
  return first * second;
}

double eggholder(View at) {
  const double y = at[1] + 47.0;
  return -y * std::sin(std::sqrt(std::abs(at[0] / 2.0 + y))) -
         at[0] * std::sin(std::sqrt(std::abs(at[0] - y)));
}

double langermann(View at) {
  constexpr std::array<std::array<double, 3>, 5> terms = {
      {{3.0, 5.0, 1.0}, {5.0, 2.0, 2.0}, {2.0, 1.0, 5.0}, {1.0, 4.0, 2.0}, {7.0, 9.0, 3.0}}};
  double sum = 0.0;
  for (const auto& [x, y, weight] : terms) {
    const double distance = square(at[0] - x) + square(at[1] - y);
    sum += weight * std::exp(-distance / pi) * std::cos(pi * distance);
  }
  return sum;
}

double levy(View x) {
  const auto w = [&](std::size_t i) { return 1.0 + (x[i] - 1.0) / 4.0; };
  double sum = square(std::sin(pi * w(0)));
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += square(w(i) - 1.0) * (1.0 + 10.0 * square(std::sin(pi * w(i) + 1.0)));
  const double last = w(x.size() - 1);
  return sum + square(last - 1.0) * (1.0 + square(std::sin(2.0 * pi * last)));
}

// --- jagged ones ------------------------------------------------------------------------------------------

// A bowl in terraces, with a slope that is just enough to make the lowest point one.
double terraces(View x) {
  double sum = 0.0;
  for (const double xi : x) sum += square(std::floor(1.5 * xi + 0.5) / 1.5) + 0.01 * square(xi);
  return sum;
}

constexpr std::array<double, 4> centre_of_spikes = {0.31, 0.72, 0.55, 0.18};
constexpr double cells_per_side = 40.0;

// A number in [0, 1) for every cell of a grid, without a pattern: splitmix64 of its coordinates in turn.
double number_of_cell(View x, std::uint64_t salt) {
  std::uint64_t bits = salt;
  for (const double xi : x) {
    bits += 0x9e3779b97f4a7c15ULL * (1 + static_cast<std::uint64_t>(cells_per_side * xi));
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
    bits ^= bits >> 31;
  }
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// A bowl in which a quarter of the cells of a grid are up to 0.6 too high; right around the lowest point none
// is.
double spikes(View x) {
  double bowl = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) bowl += square(x[i] - centre_of_spikes[i]);
  const bool spiked = bowl > 1e-4 && number_of_cell(x, 1) < 0.25;
  return spiked ? bowl + 0.6 * number_of_cell(x, 2) : bowl;
}

// The depth at a distance from where a hollow is deepest.
double hollow(View x, View deepest, double width, double depth) {
  double squared_distance = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) squared_distance += square(x[i] - deepest[i]);
  return -depth * std::exp(-squared_distance / (2.0 * square(width)));
}

// From −1 up to 1 in every turn.
double saw(double turns) { return 2.0 * (turns - std::floor(turns)) - 1.0; }

// Three hollows under a saw in directions that are not the inputs'.
double saw_hollows(View x, View turned) {
  double sum = hollow(x, std::array{0.2, 0.3, 0.75}, 0.15, 1.0) +
               hollow(x, std::array{0.75, 0.7, 0.3}, 0.2, 0.8) +
               hollow(x, std::array{0.6, 0.2, 0.2}, 0.12, 0.7);
  for (const double z : turned) sum += 0.1 * saw(13.0 * z);
  return sum;
}

// Four hollows of nearly one depth, over one half of the domain under a saw.
double half_saw(View x) {
  const double smooth =
      hollow(x, std::array{0.2, 0.22}, 0.1, 1.0) + hollow(x, std::array{0.8, 0.25}, 0.1, 0.95) +
      hollow(x, std::array{0.24, 0.81}, 0.1, 0.97) + hollow(x, std::array{0.77, 0.75}, 0.1, 1.02);
  return x[0] < 0.5 ? smooth + 0.15 * saw(17.0 * (0.8 * x[0] + 0.6 * x[1])) : smooth;
}

// A number from −½ to ½ for every cell.
double grain(View x, std::uint64_t salt) { return number_of_cell(x, salt) - 0.5; }

double grainy_hollows(View x) {
  return hollow(x, std::array{0.25, 0.7}, 0.2, 1.0) + hollow(x, std::array{0.7, 0.3}, 0.25, 0.9) +
         0.25 * grain(x, 3);
}

double grainy_hartmann(View x) { return hartmann6(x) + 0.4 * grain(x, 4); }

constexpr std::array<double, 6> centre_of_bowl = {0.62, 0.27, 0.44, 0.71, 0.35, 0.55};
constexpr int num_directions = 6;

// How far x is from the centre of the bowl in the direction k of those with the given steps of their angles.
double along(View x, int k, double step, double step_of_inputs) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::cos(step * k + step_of_inputs * static_cast<double>(i)) * (x[i] - centre_of_bowl[i]);
  return sum;
}

// A bowl with cliffs across it, some way from the lowest point.
double cliffs(View x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += (1.0 + 0.3 * static_cast<double>(i)) * square(x[i] - centre_of_bowl[i]);
  for (int k = 0; k < num_directions; ++k)
    if (along(x, k, 1.7, 2.3) > 0.06 + 0.05 * k) sum += 0.3;
  return sum;
}

// A bowl under waves.
double ripples(View x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += square(x[i] - centre_of_bowl[i]);
  for (int k = 0; k < num_directions; ++k)
    sum += 0.05 * (1.0 - std::cos(2.0 * pi * 6.0 * along(x, k, 1.1, 1.9)));
  return sum;
}

// The average of eight coarse pictures of a bowl, each on a grid shifted by another eighth of a cell: steps
// such as ensembles of trees have. All of the cell around the centre is lowest.
double mosaic(View x) {
  constexpr int num_pictures = 8;
  constexpr double cells = 6.0;
  double sum = 0.0;
  for (int k = 0; k < num_pictures; ++k)
    for (std::size_t i = 0; i < x.size(); ++i) {
      const int eighths = k * (2 * static_cast<int>(i) + 1) % num_pictures;
      const double shift = static_cast<double>(eighths) / num_pictures;
      const double middle_of_cell = (std::floor(cells * x[i] + shift) + 0.5 - shift) / cells;
      sum += square(middle_of_cell - centre_of_bowl[i]) / num_pictures;
    }
  return sum;
}

// --- turning ----------------------------------------------------------------------------------------------

// Around a centre, by one angle in every plane of two inputs.
Point turned(View x, double centre) {
  Point z;
  for (const double xi : x) z.push_back(xi - centre);
  for (std::size_t i = 0; i < z.size(); ++i)
    for (std::size_t j = i + 1; j < z.size(); ++j) {
      const double angle = 0.5 + 0.37 * static_cast<double>(i) + 0.23 * static_cast<double>(j);
      const double zi = z[i];
      z[i] = std::cos(angle) * zi - std::sin(angle) * z[j];
      z[j] = std::sin(angle) * zi + std::cos(angle) * z[j];
    }
  for (double& zi : z) zi += centre;
  return z;
}

Objective turned(const Objective& objective, double centre = 0.0) {
  return [=](View x) { return objective(turned(x, centre)); };
}

// --- the catalogue ----------------------------------------------------------------------------------------

Problem problem(std::string name, std::string title, std::size_t dim, Bounds side, double optimum,
                Point argmin, std::vector<std::string> properties, Objective objective) {
  return {.name = std::move(name),
          .title = std::move(title),
          .domain = std::vector<Bounds>(dim, side),
          .optimum = optimum,
          .score_reference = optimum,
          .argmin = {std::move(argmin)},
          .properties = std::move(properties),
          .note = "",
          .objective = std::move(objective)};
}

// Of a jagged function whose lowest value is not known, or is that of more than a few points.
Problem bounded(std::string name, std::string title, std::size_t dim, double bound, std::string note,
                Objective objective) {
  Problem result = problem(std::move(name), std::move(title), dim, {0.0, 1.0}, bound, {}, {"jagged"},
                           std::move(objective));
  result.optimum = std::nullopt;
  result.argmin.clear();
  result.note = std::move(note);
  return result;
}

// "sum": of functions of one input each; "turned": that was one or nearly one. Optima and minimisers have all
// the digits of a double: by root finding with 30 digits, or exact.
std::vector<Problem> make_problems() {
  const auto same = [](std::size_t dim, double value) { return Point(dim, value); };
  return {
      problem("rastrigin2", "Rastrigin, 2-D", 2, {-3.1, 5.1}, 0.0, same(2, 0.0), {"sum"}, rastrigin),
      problem("schwefel2", "Schwefel", 2, {-500.0, 500.0}, -837.965774544867413, same(2, 420.968746359982027),
              {"sum"}, schwefel),
      problem("eggholder", "Eggholder", 2, {-512.0, 512.0}, -959.640662720850803,
              {512.0, 404.231805113757811}, {}, eggholder),
      problem("langermann", "Langermann", 2, {0.0, 10.0}, -4.15580929184778507,
              {2.79340220864503685, 1.59723250132836003}, {}, langermann),
      problem("goldstein_price", "Goldstein-Price", 2, {-2.0, 2.0}, 3.0, {0.0, -1.0}, {}, goldstein_price),
      problem("rosenbrock4", "Rosenbrock", 4, {-2.0, 3.0}, 0.0, same(4, 1.0), {}, rosenbrock),
      problem("michalewicz5", "Michalewicz", 5, {0.0, pi}, -4.68765817908814625,
              {2.20290552017260935, pi / 2.0, 1.28499157055292436, 1.92305846986636284, 1.72046977256584128},
              {"sum"}, michalewicz),
      problem("styblinski_tang6", "Styblinski-Tang", 6, {-5.0, 5.0}, -234.996994222628493,
              same(6, -2.90353402777117710), {"sum"}, styblinski_tang),
      problem("ackley4_turned", "Ackley, turned", 4, {-12.0, 25.0}, 0.0, same(4, 0.0), {"turned"},
              turned(ackley)),
      problem("rastrigin5_turned", "Rastrigin, turned", 5, {-3.1, 4.1}, 0.0, same(5, 0.0), {"turned"},
              turned(rastrigin)),
      problem("griewank5_turned", "Griewank, turned", 5, {-40.0, 25.0}, 0.0, same(5, 0.0), {"turned"},
              turned(griewank)),
      problem("levy6_turned", "Levy, turned", 6, {-7.0, 10.0}, 0.0, same(6, 1.0), {"turned"},
              turned(levy, 1.0)),
      problem("terraces3_turned", "Terraces, turned", 3, {-4.0, 7.0}, 0.0, same(3, 0.0), {"jagged", "turned"},
              turned(terraces)),
      problem("spikes4", "Spikes", 4, {0.0, 1.0}, 0.0, {centre_of_spikes.begin(), centre_of_spikes.end()},
              {"jagged"}, spikes),
      bounded("saw_hollows3", "Saw on Hollows", 3, -1.3,
              "scored against a bound: the deepest hollow with the saw at its lowest",
              [](View x) { return saw_hollows(x, turned(x, 0.0)); }),
      bounded("half_saw2", "Saw on one Half", 2, -1.15,
              "scored against the deepest hollow under the saw, with that at its lowest", half_saw),
      bounded(
          "grain2", "Grain on Hollows", 2, -1.18,
          "scored against a bound: both hollows where they are deepest together, with grain at its lowest",
          grainy_hollows),
      bounded("grainy_hartmann6", "Hartmann with Grain", 6, -3.52236801141552,
              "scored against a bound: the minimum of Hartmann with grain at its lowest", grainy_hartmann),
      problem("cliffs5", "Cliffs", 5, {0.0, 1.0}, 0.0, {centre_of_bowl.begin(), centre_of_bowl.begin() + 5},
              {"jagged"}, cliffs),
      problem("ripples6", "Ripples", 6, {0.0, 1.0}, 0.0, {centre_of_bowl.begin(), centre_of_bowl.end()},
              {"jagged"}, ripples),
      bounded("mosaic4", "Mosaic", 4, 0.009375, "scored against its lowest value, which a whole cell has",
              mosaic),
  };
}

}  // namespace

const std::vector<Problem>& other_problems() {
  static const std::vector<Problem> problems = make_problems();
  return problems;
}

}  // namespace craggy::problems
