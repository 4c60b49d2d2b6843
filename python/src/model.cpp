// What a study's surrogate believes.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <craggy/study/study_model.hpp>

#include "arrays.hpp"
#include "diagnostics.hpp"
#include "interruptible.hpp"
#include "parts.hpp"
#include "study_handle.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;
using Values = std::vector<double>;
using Points = std::vector<Values>;
using Forecast = std::tuple<OutputVector, OutputVector, OutputRows>;

Forecast as_arrays(StudyModel::Forecast forecast) {
  return {array_of(std::move(forecast.mean)), array_of(std::move(forecast.sd)),
          rows_of(std::move(forecast.quantiles))};
}

// Begun where the latest suggestion ended, as the next one would.
std::unique_ptr<StudyModel> fit_model(const StudyHandle& study, const std::string& name,
                                      std::size_t threads) {
  return std::make_unique<StudyModel>(interruptibly([&](const std::stop_token& stop) {
    StudyModelOptions options{.model = name, .num_threads = threads};
    if (std::optional<StoredWarmState> warm = study.view().latest_warm_state())
      options.warm = std::move(warm->state);
    return StudyModel::fit(study.view(), options, stop);
  }));
}

Forecast predict(const StudyModel& model, const Points& points, const Values& probabilities) {
  return as_arrays(
      interruptibly([&](const auto& stop) { return model.predict(points, probabilities, stop); }));
}

std::tuple<std::string, Values, Points, Forecast> slice(const StudyModel& model, const std::string& parameter,
                                                        const Values& at, std::size_t num_values,
                                                        const Values& probabilities) {
  StudyModel::Slice slice = interruptibly(
      [&](const auto& stop) { return model.slice(parameter, at, num_values, probabilities, stop); });
  return {slice.inactive, slice.codes, slice.points, as_arrays(std::move(slice.forecast))};
}

std::tuple<std::string, Values, Values, std::vector<bool>, Forecast> grid(
    const StudyModel& model, const std::string& rows, const std::string& columns, const Values& at,
    std::size_t num_values, const Values& probabilities) {
  StudyModel::Grid grid = interruptibly(
      [&](const auto& stop) { return model.grid(rows, columns, at, num_values, probabilities, stop); });
  return {grid.inactive, grid.rows, grid.columns, grid.active, as_arrays(std::move(grid.forecast))};
}

std::tuple<OutputVector, OutputVector, OutputVector> acquisition(const StudyModel& model,
                                                                 const Points& points) {
  StudyModel::Worth worth = interruptibly([&](const auto& stop) { return model.acquisition(points, stop); });
  return {array_of(std::move(worth.acquisition)), array_of(std::move(worth.feasible)),
          array_of(std::move(worth.success))};
}

using Interval = std::tuple<double, double, double>;
Interval as_tuple(const StudyModel::Interval& interval) {
  return {interval.middle, interval.lower, interval.upper};
}

using Ignored =
    std::tuple<TrialNumber, double, double, double, double, double, bool, std::optional<Interval>>;

std::vector<Ignored> latent_magnitude(const StudyModel& model) {
  std::vector<Ignored> result;
  for (const auto& detail : interruptibly([&](const auto& stop) { return model.latent_magnitude(stop); }))
    result.emplace_back(detail.trial, detail.observed, detail.believed, detail.sd, detail.ignored,
                        detail.score, detail.stands_out,
                        detail.latent ? std::optional(as_tuple(*detail.latent)) : std::nullopt);
  return result;
}

using Left = std::tuple<TrialNumber, double, double, double, Values, double, double, double>;

std::vector<Left> leave_one_out(const StudyModel& model, const Values& probabilities) {
  std::vector<Left> result;
  for (auto& left : interruptibly([&](const auto& stop) { return model.leave_one_out(probabilities, stop); }))
    result.emplace_back(left.trial, left.observed, left.mean, left.sd, std::move(left.quantiles),
                        left.probability, left.log_density, left.effective_draws);
  return result;
}

std::vector<std::tuple<std::string, Interval, Interval>> importance(const StudyModel& model,
                                                                    std::size_t num_points) {
  std::vector<std::tuple<std::string, Interval, Interval>> result;
  for (auto& each : interruptibly([&](const auto& stop) { return model.importance(num_points, stop); }))
    result.emplace_back(std::move(each.parameter), as_tuple(each.alone), as_tuple(each.total));
  return result;
}

std::vector<std::tuple<std::string, std::string>> models_of(const StudyHandle& study) {
  std::vector<std::tuple<std::string, std::string>> result;
  for (ModelInfo& info : StudyModel::models(study->options().suggest))
    result.emplace_back(std::move(info.name), std::move(info.summary));
  return result;
}

}  // namespace

void add_model(nb::module_& module) {
  module.def("models", &models_of, nb::arg("study"),
             "The models of a study that take turns, with a sentence each.");
  nb::class_<StudyModel>(module, "Model", "What the surrogate believes of a study.")
      .def(nb::new_(&fit_model), nb::arg("study"), nb::arg("name"), nb::arg("threads"))
      .def_prop_ro("name", &StudyModel::name)
      .def_prop_ro("summary", &StudyModel::summary)
      .def_prop_ro("surrogate", &StudyModel::surrogate)
      .def_prop_ro("sigma_h", &StudyModel::sigma_h)
      .def_prop_ro("trials", &StudyModel::trials)
      .def_prop_ro("is_log_transformed", &StudyModel::is_log_transformed)
      .def_prop_ro("diagnostics", [](const StudyModel& model) { return as_dict(model.diagnostics()); })
      .def("predict", &predict, nb::arg("points"), nb::arg("probabilities"))
      .def("slice", &slice, nb::arg("parameter"), nb::arg("at"), nb::arg("num_values"),
           nb::arg("probabilities"))
      .def("grid", &grid, nb::arg("rows"), nb::arg("columns"), nb::arg("at"), nb::arg("num_values"),
           nb::arg("probabilities"))
      .def("acquisition", &acquisition, nb::arg("points"))
      .def("latent_magnitude", &latent_magnitude)
      .def("leave_one_out", &leave_one_out, nb::arg("probabilities"))
      .def("importance", &importance, nb::arg("num_points"));
}

}  // namespace craggy::python
