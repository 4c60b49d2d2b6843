#include <cmath>

#include <fmt/format.h>

#include <craggy/surrogates/dataset.hpp>

#include "base/check.hpp"

namespace craggy {

Dataset make_dataset(Matrix X, const ConstVectorRef& raw_y) {
  check_at_least("the number of observations", X.cols(), 1);
  check_at_least("the number of inputs", X.rows(), 1);
  check_size("y", static_cast<std::size_t>(raw_y.size()), static_cast<std::size_t>(X.cols()));
  for (Index n = 0; n < X.cols(); ++n)
    for (Index q = 0; q < X.rows(); ++q)
      if (!(X(q, n) >= 0.0 && X(q, n) <= 1.0))
        fail_argument(fmt::format("x{} of observation {}", q + 1, n + 1), fmt::format("{}", X(q, n)),
                      "it has to be in the unit cube, 0 … 1");
  for (Index n = 0; n < raw_y.size(); ++n) check_finite(fmt::format("y of observation {}", n + 1), raw_y[n]);

  Dataset data{std::move(X), Vector::Zero(raw_y.size()), {}};
  const double largest = raw_y.cwiseAbs().maxCoeff();
  if (largest == 0.0) return data;
  // Moments of y / largest, which is in [−1, 1]: no overflow at 1e308 and no underflow at 1e−308.
  const Vector scaled = raw_y / largest;
  if (raw_y.minCoeff() == raw_y.maxCoeff()) {
    data.standardisation.shift = raw_y[0];
    return data;
  }
  const double mean = scaled.mean();
  const Vector centred = scaled.array() - mean;
  const double sd = std::sqrt(centred.squaredNorm() / static_cast<double>(centred.size()));
  data.y = centred / sd;
  data.standardisation = {mean * largest, sd * largest};
  return data;
}

}  // namespace craggy
