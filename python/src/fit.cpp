// A single fit of one surrogate to arrays, as `craggy posterior` does it for files.
#include <array>
#include <cmath>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/error.hpp>
#include <craggy/inference/fit.hpp>

#include "arrays.hpp"
#include "base/check.hpp"
#include "diagnostics.hpp"
#include "dictionary.hpp"
#include "engine/model.hpp"
#include "engine/option_fields.hpp"
#include "interruptible.hpp"
#include "options.hpp"
#include "parts.hpp"
#include "posterior/draw_group.hpp"
#include "surrogates/surrogate.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;

// Longer than for a suggestion: somebody will read these numbers.
constexpr double fast_target_rhat = 1.02;

struct Fitted {
  Fit fit;
  std::shared_ptr<const Surrogate> surrogate;
  std::shared_ptr<const Dataset> data;
  std::unique_ptr<ThreadPool> pool;
};

SuggestOptions options_of(const Dictionary& keywords) {
  SuggestOptions options{.surrogate = "latent"};
  set_options(of_groups(fields_of(options), std::array{surrogate_group, inference_group}), keywords);
  InferenceOptions& inference = options.inference;
  check_inference_options(inference);
  if (inference.method == "fast" && !inference.target_rhat) inference.target_rhat = fast_target_rhat;
  if (inference.method == "nuts") {
    inference.num_warmup = inference.num_warmup.value_or(nuts_report_length.num_warmup);
    inference.num_draws = inference.num_draws.value_or(nuts_report_length.num_draws);
  }
  return options;
}

// One level of σ_h, as a distance in the unit cube; none for a surrogate without a latent input.
std::vector<double> single_level(const SuggestOptions& options, Index num_inputs) {
  if (!surrogate_entry(options.surrogate).uses_sigma_h) return {};
  const LatentScale scale = options.sigma_h.value_or(LatentScale{.levels = {0.1}});
  if (scale.rule != LatentScaleRule::drawn || scale.levels.size() != 1)
    throw InvalidArgument("sigma_h has to be one level here, such as 0.1414 or '0.1d': a fit has only one");
  return absolute_levels(scale, static_cast<std::size_t>(num_inputs));
}

// `noise` are standard deviations on the scale of y, or nothing.
Vector reported(const std::optional<InputVector>& noise, const Dataset& data) {
  if (!noise) return {};
  return (vector_of(*noise).array() / data.standardisation.scale).square();
}

std::unique_ptr<Fitted> fit_arrays(const InputRows& X, const InputVector& y,
                                   const std::optional<InputVector>& noise, const Dictionary& keywords,
                                   std::uint64_t seed, std::size_t threads) {
  const SuggestOptions options = options_of(keywords);
  auto data = std::make_shared<const Dataset>(make_dataset(columns_of(X), vector_of(y)));
  SurrogateOptions parts = surrogate_options(options, single_level(options, data->num_inputs()),
                                             static_cast<std::size_t>(data->num_inputs()));
  parts.reported_variances = reported(noise, *data);
  std::shared_ptr<const Surrogate> surrogate = make_surrogate(options.surrogate, parts);
  auto pool = std::make_unique<ThreadPool>(threads);
  Fit made = interruptibly([&](const std::stop_token& stop) {
    return fit(surrogate, data, options.inference, {.seed = seed}, pool.get(), stop);
  });
  return std::make_unique<Fitted>(
      Fitted{std::move(made), std::move(surrogate), std::move(data), std::move(pool)});
}

void check_inputs(const Fitted& fitted, const InputRows& X) {
  check_size("the number of inputs of a point", X.shape(1),
             static_cast<std::size_t>(fitted.data->num_inputs()));
}

using Arrays = std::tuple<OutputVector, OutputVector>;

Arrays predict(const Fitted& fitted, const InputRows& X) {
  check_inputs(fitted, X);
  Prediction prediction = [&] {
    const nb::gil_scoped_release released;
    return fitted.fit.posterior.predict(columns_of(X), fitted.pool.get());
  }();
  return {array_of(std::move(prediction.mean)), array_of(std::move(prediction.sd))};
}

OutputRows quantiles(const Fitted& fitted, const InputRows& X, const std::vector<double>& probabilities) {
  check_inputs(fitted, X);
  Matrix values = [&] {
    const nb::gil_scoped_release released;
    return fitted.fit.posterior.quantiles(columns_of(X), probabilities, fitted.pool.get());
  }();
  return rows_of(std::move(values));
}

OutputVector expected_improvement(const Fitted& fitted, const InputRows& X) {
  check_inputs(fitted, X);
  Vector values = [&] {
    const nb::gil_scoped_release released;
    const auto log_improvement = log_expected_improvement(fitted.fit.posterior, fitted.data->y.minCoeff());
    const double log_scale = std::log(fitted.data->standardisation.scale);
    return Vector((log_improvement->evaluate(columns_of(X), fitted.pool.get()).array() + log_scale).exp());
  }();
  return array_of(std::move(values));
}

std::vector<std::string> draw_names(const Fitted& fitted) {
  std::vector<std::string> names =
      parameter_names(fitted.surrogate->blocks({fitted.data->num_inputs(), fitted.data->size()}));
  const Index num_labels =
      fitted.surrogate->layout({fitted.data->num_inputs(), fitted.data->size()}).num_labels();
  for (Index n = 1; n <= num_labels; ++n) names.push_back("label[" + std::to_string(n) + "]");
  return names;
}

OutputRows draws(const Fitted& fitted) {
  const std::vector<Vector> all = fitted.fit.posterior.draws();
  Matrix matrix(all.front().size(), static_cast<Index>(all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) matrix.col(static_cast<Index>(i)) = all[i];
  return rows_of(std::move(matrix));
}

// One row per draw, one column per observation.
OutputRows latent_distances(const Fitted& fitted) {
  const Posterior& posterior = fitted.fit.posterior;
  Matrix distances(fitted.data->size(), posterior.num_draws());
  Index first = 0;
  for (const DrawGroupPtr& group : posterior.groups()) {
    distances.middleCols(first, group->num_draws()) = group->observation_terms().latent_distance.transpose();
    first += group->num_draws();
  }
  return rows_of(std::move(distances));
}

}  // namespace

void add_fit(nb::module_& module) {
  nb::class_<Fitted>(module, "Fit", "One surrogate fitted to arrays.")
      .def(nb::new_(&fit_arrays), nb::arg("X"), nb::arg("y"), nb::arg("noise").none(), nb::arg("options"),
           nb::arg("seed"), nb::arg("threads"))
      .def_prop_ro("surrogate", [](const Fitted& fitted) { return fitted.surrogate->name; })
      .def_prop_ro("diagnostics", [](const Fitted& fitted) { return as_dict(fitted.fit.diagnostics); })
      .def_prop_ro("chain_of_draw", [](const Fitted& fitted) { return fitted.fit.chain_of_draw; })
      .def_prop_ro("draw_names", &draw_names)
      .def("draws", &draws)
      .def("latent_distances", &latent_distances)
      .def("predict", &predict, nb::arg("X"))
      .def("quantiles", &quantiles, nb::arg("X"), nb::arg("probabilities"))
      .def("expected_improvement", &expected_improvement, nb::arg("X"));
}

}  // namespace craggy::python
