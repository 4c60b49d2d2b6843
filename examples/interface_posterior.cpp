// What a surrogate believes: fit, predict, acquisition. docs/cpp.md shows what stands between the marks.
#include <array>
#include <cstdio>
#include <memory>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/surrogates/registry.hpp>

int main() {
  // [snippet]
  craggy::Matrix X(1, 6);  // one point per column, in the unit cube
  X << 0.05, 0.2, 0.4, 0.6, 0.8, 0.95;
  craggy::Vector y(6);  // as measured: make_dataset standardises
  y << 1.9, 1.1, 1.4, 0.2, 0.9, 1.8;
  const auto data = std::make_shared<const craggy::Dataset>(craggy::make_dataset(X, y));

  craggy::SurrogateOptions options;
  options.sigma_h = {0.1};  // in the unit cube
  const auto surrogate = craggy::make_surrogate("latent", options);
  const craggy::Fit fit = craggy::fit(surrogate, data, {.num_draws = 2000}, {.seed = 7});
  std::printf("R-hat %.3f after %.2f s\n", fit.diagnostics.rhat_max, fit.diagnostics.seconds);
  // [snippet]

  // [snippet]
  const craggy::Matrix X_new = craggy::Vector::LinSpaced(5, 0.0, 1.0).transpose();
  const craggy::Prediction prediction = fit.posterior.predict(X_new);  // on the scale of y
  const std::array<double, 2> probabilities = {0.025, 0.975};
  const craggy::Matrix bounds = fit.posterior.quantiles(X_new, probabilities);
  for (craggy::Index m = 0; m < X_new.cols(); ++m)
    std::printf("f(%.2f) = %.2f ± %.2f, 95 %% in [%.2f, %.2f]\n", X_new(0, m), prediction.mean[m],
                prediction.sd[m], bounds(0, m), bounds(1, m));
  // [snippet]

  // [snippet]
  const auto improvement = craggy::log_expected_improvement(fit.posterior, data->y.minCoeff());
  craggy::Index next = 0;
  improvement->evaluate(X_new).maxCoeff(&next);
  craggy::Vector gradient;
  const double value = improvement->evaluate_with_gradient(X_new.col(next), gradient);
  std::printf("log EI is largest at %.2f: %.2f, slope %.2f\n", X_new(0, next), value, gradient[0]);
  // [snippet]
}
