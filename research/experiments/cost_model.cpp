#include "experiments/cost_model.hpp"

namespace craggy::experiments {
namespace {

constexpr std::size_t standard_evaluations = 100;

// 1² + … + n².
double work(std::size_t n) {
  const auto x = static_cast<double>(n);
  return x * (x + 1.0) * (2.0 * x + 1.0) / 6.0;
}

struct Mean {
  double sum = 0.0;
  std::size_t count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double value() const { return sum / static_cast<double>(count); }
};

}  // namespace

double scaled_seconds(double seconds, std::size_t measured, std::size_t total) {
  return measured == 0 ? 0.0 : seconds * work(total) / work(measured);
}

void CostModel::add(const std::string& problem, const std::string& method, std::size_t evaluations,
                    double seconds) {
  Total& total = totals_[method][problem];
  total.seconds += scaled_seconds(seconds, evaluations, standard_evaluations);
  ++total.count;
}

std::optional<CostModel::Expectation> CostModel::expected(const std::string& problem,
                                                          const std::string& method,
                                                          std::size_t evaluations) const {
  if (totals_.empty()) return std::nullopt;
  const auto scaled = [&](double seconds, bool measured) {
    return Expectation{scaled_seconds(seconds, standard_evaluations, evaluations), measured};
  };
  const auto of_method = totals_.find(method);
  if (of_method != totals_.end())
    if (const auto cell = of_method->second.find(problem); cell != of_method->second.end())
      return scaled(cell->second.mean(), true);
  // Each problem, and then each method, counts once, however many repetitions of it there are.
  Mean all;
  for (const auto& [name, problems] : totals_) {
    Mean mean;
    for (const auto& [other, total] : problems) mean.add(total.mean());
    if (name == method) return scaled(mean.value(), false);
    all.add(mean.value());
  }
  return scaled(all.value(), false);
}

}  // namespace craggy::experiments
