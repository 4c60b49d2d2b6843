// The run of a study, as `study.optimize` drives it.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "interruptible.hpp"
#include "parts.hpp"
#include "run_session.hpp"
#include "study_handle.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;

std::unique_ptr<RunSession> begin(const StudyHandle& study, std::optional<TrialNumber> trials,
                                  std::int64_t jobs, std::int64_t retries,
                                  std::optional<std::int64_t> max_failures, std::optional<double> seconds,
                                  std::optional<double> target, std::optional<std::int64_t> patience,
                                  std::optional<double> min_improvement) {
  RunPlan plan{.max_trials = trials,
               .jobs = jobs,
               .retries = retries,
               .max_failures = max_failures,
               .target = target,
               .patience = patience,
               .min_improvement = min_improvement};
  if (seconds)
    plan.budget_time =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(*seconds));
  return std::make_unique<RunSession>(study.shared(), plan);
}

// ("evaluate", trial), ("woken", None), ("idle", None), or the name of an event with its trial; None once the
// run has ended.
using Message = std::tuple<std::string, std::optional<Trial>>;

Message as_tuple(RunSession::Message message) {
  switch (message.kind) {
    case RunSession::Message::Kind::evaluate:
      return {"evaluate", std::move(message.trial)};
    case RunSession::Message::Kind::woken:
      return {"woken", std::nullopt};
    case RunSession::Message::Kind::idle:
      return {"idle", std::nullopt};
    case RunSession::Message::Kind::event:
      break;
  }
  return {std::string(name_of(message.event)), std::move(message.trial)};
}

std::optional<Message> next(RunSession& session) {
  for (;;) {
    std::optional<RunSession::Message> message;
    bool ended = false;
    {
      const nb::gil_scoped_release released;
      message = session.next(between_looks_for_signals);
      ended = !message && session.has_ended();
    }
    if (message) return as_tuple(*std::move(message));
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (ended) return std::nullopt;
  }
}

void finish(RunSession& session, const Trial& trial, double value, std::vector<double> constraints,
            std::optional<double> noise) {
  session.finish(trial,
                 {.result = Result{.value = value, .constraints = std::move(constraints), .noise = noise}});
}

void fail(RunSession& session, const Trial& trial, const std::string& message) {
  session.finish(trial, {.failure = message});
}

std::string join(RunSession& session) { return std::string(name_of(session.join())); }

}  // namespace

void add_run(nb::module_& module) {
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<RunSession>(module, "Run", "A run whose trials Python evaluates.")
      .def(nb::new_(&begin), nb::arg("study"), nb::arg("trials").none(), nb::arg("jobs"), nb::arg("retries"),
           nb::arg("max_failures").none(), nb::arg("seconds").none(), nb::arg("target").none(),
           nb::arg("patience").none(), nb::arg("min_improvement").none())
      .def("next", &next, "The next thing to see to; None once the run has ended.")
      .def("finish", &finish, nb::arg("trial"), nb::arg("value"), nb::arg("constraints"),
           nb::arg("noise").none(), Release())
      .def("fail", &fail, nb::arg("trial"), nb::arg("message"), Release())
      .def("wake", &RunSession::wake, Release())
      .def("stop", &RunSession::stop, Release())
      .def("abort", &RunSession::abort, Release())
      .def("join", &join, Release(), "Waits for the end and says why it came.");
}

}  // namespace craggy::python
