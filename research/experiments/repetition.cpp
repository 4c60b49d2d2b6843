#include "experiments/repetition.hpp"

#include <chrono>
#include <numeric>

#include <fmt/format.h>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "experiments/optimiser.hpp"
#include "experiments/protocol.hpp"

namespace craggy::experiments {
namespace {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

double Repetition::seconds() const { return sum(suggest_seconds) + sum(evaluation_seconds); }

Repetition run_repetition(const problems::Problem& problem, const Method& method, std::uint64_t seed,
                          std::size_t evaluations, const std::stop_token& stop,
                          const RepetitionWatch& watch) {
  const auto optimiser = make_optimiser(method, problem, seed);
  const std::vector<std::vector<double>> initial = initial_points(problem, seed);
  Repetition result;
  for (std::size_t i = 0; i < evaluations; ++i) {
    throw_if_stopped(stop);
    const Stopwatch suggesting;
    std::vector<double> point = i < initial.size() ? initial[i] : optimiser->ask(stop);
    result.suggest_seconds.push_back(i < initial.size() ? 0.0 : suggesting.seconds());
    const Stopwatch evaluating;
    const double value = problems::evaluate(problem, point);
    result.evaluation_seconds.push_back(evaluating.seconds());
    check_finite(fmt::format("the value of {} at evaluation {}", problem.name, i + 1), value);
    optimiser->tell(point, value);
    result.points.push_back(std::move(point));
    result.values.push_back(value);
    if (watch) watch(result);
  }
  return result;
}

}  // namespace craggy::experiments
