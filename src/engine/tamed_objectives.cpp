#include <algorithm>
#include <cmath>
#include <limits>

#include <craggy/engine/tamed_objectives.hpp>

namespace craggy {
namespace {

// Of normally distributed values next to none is that high.
constexpr double width_in_medians = 3.0;

}  // namespace

TamedObjectives tamed(const ConstVectorRef& objectives) {
  TamedObjectives result{objectives, Vector::Ones(objectives.size())};
  const double largest = objectives.cwiseAbs().maxCoeff();
  if (largest == 0.0) return result;
  // In units of the largest, differences of values near ±1e308 do not overflow.
  const Vector scaled = objectives / largest;
  Vector sorted = scaled;
  const auto median = sorted.begin() + (sorted.size() - 1) / 2;
  std::nth_element(sorted.begin(), median, sorted.end());
  const double lowest = scaled.minCoeff();
  const double spread = width_in_medians * (*median - lowest);
  if (spread <= 0.0) return result;
  const double knee = lowest + spread;
  for (Index n = 0; n < scaled.size(); ++n) {
    if (scaled[n] <= knee) continue;
    const double excess = std::min((scaled[n] - knee) / spread, std::numeric_limits<double>::max());
    result.values[n] = largest * (knee + spread * std::log1p(std::log1p(excess)));
    result.slopes[n] = 1.0 / ((1.0 + excess) * (1.0 + std::log1p(excess)));
  }
  return result;
}

}  // namespace craggy
