#include "results/summary.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/special_functions.hpp"

namespace craggy::results {

Summary summarise(std::span<const double> values) {
  check_at_least("the number of values", static_cast<long>(values.size()), 1);
  check_all_finite("values", values);
  const auto n = static_cast<double>(values.size());
  Summary summary;
  summary.count = values.size();
  for (const double value : values) summary.mean += value;
  summary.mean /= n;
  double squares = 0.0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.sd = n > 1.0 ? std::sqrt(squares / (n - 1.0)) : std::numeric_limits<double>::quiet_NaN();
  summary.standard_error = summary.sd / std::sqrt(n);
  return summary;
}

double student_t_quantile(double probability, double degrees) {
  check_positive("degrees", degrees);
  if (!(probability >= 0.5 && probability < 1.0))
    fail_argument("probability", fmt::format("{}", probability), "it has to be in [0.5, 1)");
  if (probability == 0.5) return 0.0;
  // P(|T| > t) = I_x(ν/2, ½) with x = ν/(ν + t²), which falls from 1 at t = 0 to 0. The tail is found in
  // log x, since x may be tiny.
  const BetaCdf cdf(0.5 * degrees, 0.5);
  const double tail = 2.0 * (1.0 - probability);
  double low = -700.0;
  double high = 0.0;
  for (int i = 0; i < 64; ++i) {
    const double middle = 0.5 * (low + high);
    (cdf.value(std::exp(middle)) < tail ? low : high) = middle;
  }
  const double log_x = 0.5 * (low + high);
  return std::sqrt(degrees * -std::expm1(log_x) / std::exp(log_x));
}

Interval mean_interval(const Summary& summary, double level) {
  if (!(level > 0.0 && level < 1.0))
    fail_argument("level", fmt::format("{}", level), "it has to be between 0 and 1");
  if (summary.count < 2)
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  const double width = summary.standard_error *
                       student_t_quantile(0.5 + 0.5 * level, static_cast<double>(summary.count) - 1.0);
  return {summary.mean - width, summary.mean + width};
}

}  // namespace craggy::results
