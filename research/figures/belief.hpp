// What a surrogate believes about a function of one input after a few observations, along the whole input.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/base/thread_pool.hpp>
#include <craggy/posterior/posterior.hpp>

namespace craggy::figures {

/// A function on [0, 1] and where it was observed. The paper does not give the functions of its figures;
/// these are ours.
struct Example {
  std::string formula;  // as a reader sees it
  std::function<double(double)> f;
  std::vector<double> observed;

  std::vector<double> observed_values() const;
};

struct BeliefCurveOptions {
  std::string surrogate = "latent";
  double sigma_h = 0.0;  // only for the latent GP
  NewLatent new_latent = NewLatent::collapsed;
  std::uint64_t seed = 0;
};

/// Moments of f (the mixture over draws, "approximated as Gaussian for display" as in the paper) and the
/// expected improvement over the best observation, all in the units of the function.
struct BeliefCurve {
  std::vector<double> x;
  std::vector<double> mean;
  std::vector<double> sd;
  std::vector<double> expected_improvement;

  double next() const;  // where the expected improvement is largest
};

/// `num_points` evenly spaced points of [0, 1], both ends included.
std::vector<double> unit_grid(std::size_t num_points);

/// The paper's models: unit amplitude. Runs the chains until they agree as well as a picture needs.
BeliefCurve believe(const Example& example, const BeliefCurveOptions& options, ThreadPool* pool = nullptr,
                    const std::stop_token& stop = {});

/// Where the expected improvement leads in `steps` evaluations, one after the other.
std::vector<double> follow(Example example, const BeliefCurveOptions& options, std::size_t steps,
                           ThreadPool* pool = nullptr, const std::stop_token& stop = {});

}  // namespace craggy::figures
