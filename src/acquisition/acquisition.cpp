#include <craggy/acquisition/acquisition.hpp>

namespace craggy {

Vector Acquisition::evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients,
                                            ThreadPool* pool) const {
  Vector values(X.cols());
  gradients.resize(X.rows(), X.cols());
  parallel_for(pool, static_cast<std::size_t>(X.cols()), [&](std::size_t column) {
    const auto m = static_cast<Index>(column);
    Vector gradient;
    values[m] = evaluate_with_gradient(X.col(m), gradient);
    gradients.col(m) = gradient;
  });
  return values;
}

}  // namespace craggy
