// One suggestion from a history that somebody else keeps.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <craggy/engine/suggest.hpp>

#include "dictionary.hpp"
#include "engine/option_fields.hpp"
#include "interruptible.hpp"
#include "options.hpp"
#include "parts.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;
using Points = std::vector<std::vector<double>>;

Dictionary suggestion(const Space& space, const Dictionary& keywords, const Points& points,
                      const std::vector<double>& objectives, const Points& constraints,
                      const std::vector<std::optional<double>>& noise, Points failed, Points pending,
                      std::uint64_t seed, std::uint32_t trial, const std::optional<nb::bytes>& warm,
                      std::size_t num_threads) {
  SuggestOptions options;
  set_options(fields_of(options), keywords);
  check_options(options, space.size());
  History history{.observations = {}, .failed = std::move(failed), .pending = std::move(pending)};
  for (std::size_t n = 0; n < points.size(); ++n)
    history.observations.push_back({.values = points[n],
                                    .objective = objectives.at(n),
                                    .constraints = constraints.at(n),
                                    .noise_stddev = noise.at(n)});
  std::optional<EngineWarmState> state;
  if (warm) state = parse_engine_warm_state({warm->c_str(), warm->size()});
  const Suggestion made = interruptibly([&](const std::stop_token& stop) {
    ThreadPool pool(num_threads);
    return suggest(
        space, history, options,
        {.seed = seed, .trial = trial, .pool = &pool, .stop = stop, .warm = state ? &*state : nullptr});
  });
  const std::string bytes = to_bytes(made.warm);
  Dictionary result;
  result["values"] = made.values;
  result["initial"] = made.initial;
  result["exhausted"] = made.exhausted;
  result["model"] = made.reason ? made.reason->model : std::string();
  result["warm"] = nb::bytes(bytes.data(), bytes.size());
  return result;
}

}  // namespace

void add_suggest(nb::module_& module) {
  module.def("suggest", &suggestion, nb::arg("space"), nb::arg("options"), nb::arg("points"),
             nb::arg("objectives"), nb::arg("constraints"), nb::arg("noise"), nb::arg("failed"),
             nb::arg("pending"), nb::arg("seed"), nb::arg("trial"), nb::arg("warm").none() = nb::none(),
             nb::arg("threads") = 0,
             "The next point, from a history in which smaller objectives are better.");
}

}  // namespace craggy::python
