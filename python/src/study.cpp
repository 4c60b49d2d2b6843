// Studies: ask, tell, and what the store has of them.
#include <chrono>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <craggy/study/study_view.hpp>

#include "dictionary.hpp"
#include "interruptible.hpp"
#include "options.hpp"
#include "parts.hpp"
#include "runs/json.hpp"
#include "runs/reason.hpp"
#include "runs/verdicts.hpp"
#include "runs/verdicts_json.hpp"
#include "study/option_fields.hpp"
#include "study_handle.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;
using Values = std::vector<double>;
using Lease = std::optional<AttemptNumber>;

WorkerOptions worker_options(const std::string& name, std::optional<double> grace, std::size_t threads) {
  WorkerOptions worker{.name = name, .num_threads = threads};
  if (grace)
    worker.grace =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(*grace));
  return worker;
}

std::shared_ptr<Store> opened(const std::string& url, bool may_create, const std::stop_token& stop) {
  return open_store(url, {.stop = stop, .create = may_create});
}

StudyHandle make_study(const std::string& url, const std::string& name, const Space& space, bool maximise,
                       std::uint64_t seed, const Dictionary& keywords, const std::string& worker,
                       std::optional<double> grace, std::size_t threads) {
  StoredOptions stored;
  set_options(fields_of(stored), keywords);
  check_options(stored.suggest, space.size());
  StudyOptions options{.name = name,
                       .space = space,
                       .direction = maximise ? Direction::maximise : Direction::minimise,
                       .suggest = stored.suggest,
                       .seed = seed,
                       .on_lost = stored.on_lost,
                       .worker = worker_options(worker, grace, threads)};
  // The token that ends the opening ends nothing later on.
  return interruptibly([&](const std::stop_token& stop) {
    return StudyHandle(Study::open_or_create(opened(url, true, stop), std::move(options)));
  });
}

StudyHandle open_study(const std::string& url, const std::string& name, const std::string& worker,
                       std::optional<double> grace, std::size_t threads) {
  return interruptibly([&](const std::stop_token& stop) {
    return StudyHandle(Study::open(opened(url, false, stop), name, worker_options(worker, grace, threads)));
  });
}

Trial ask(const StudyHandle& study) {
  return interruptibly([&](const std::stop_token& stop) { return study->ask(stop); });
}

Result result_of(double value, std::vector<double> constraints, std::optional<double> noise) {
  return {.value = value, .constraints = std::move(constraints), .noise = noise};
}

std::string tell(const StudyHandle& study, const Trial& trial, double value, std::vector<double> constraints,
                 std::optional<double> noise) {
  const Told told = study->tell(trial, result_of(value, std::move(constraints), noise));
  return told == Told::accepted ? "accepted" : told == Told::repeated ? "repeated" : "kept";
}

// Texts that are not UTF-8, as of a failed command, are mended: Python would not take them.
std::string dumped(const runs::Json& json) {
  return json.dump(-1, ' ', false, runs::Json::error_handler_t::replace);
}

using Described = std::tuple<std::string, std::vector<Values>>;

// The trials as JSON, and the points of each.
Described trials(const StudyHandle& study) {
  std::vector<TrialRecord> records = study.view().trials();
  std::string json = dumped(runs::trials_json(study.view(), records));
  std::vector<Values> points;
  for (TrialRecord& record : records) points.push_back(std::move(record.values));
  return {std::move(json), std::move(points)};
}

std::optional<std::tuple<std::string, Values>> trial(const StudyHandle& study, TrialNumber number) {
  const std::optional<TrialRecord> record = study.view().trial(number);
  if (!record) return std::nullopt;
  const std::optional<AttemptRow> attempt = study.view().deciding_attempt(number);
  return std::tuple(dumped(runs::trial_json(study.view().space(), *record, attempt ? &*attempt : nullptr)),
                    record->values);
}

// Why a trial's point was chosen; nothing if there is no such trial.
std::optional<std::string> why(const StudyHandle& study, TrialNumber number) {
  const std::optional<TrialRecord> record = study.view().trial(number);
  if (!record) return std::nullopt;
  return dumped(runs::reason_json(study.view(), *record));
}

std::string verdicts(const StudyHandle& study) {
  return dumped(runs::verdicts_json(runs::verdicts_of(study.view())));
}

std::string study_json(const StudyHandle& study) {
  return dumped(runs::study_json(study.view(), std::nullopt));
}

// What fit and acquisition of each suggestion took; 0 for points that no model chose.
std::vector<double> suggestion_seconds(const StudyHandle& study) {
  std::vector<double> seconds;
  for (const TrialRecord& record : study.view().trials())
    seconds.push_back(
        record.suggestion ? record.suggestion->fit_seconds + record.suggestion->acquisition_seconds : 0.0);
  return seconds;
}

using Best = std::tuple<TrialNumber, Values, double, std::vector<double>, std::optional<double>>;

Best best_of(const TrialRecord& record) {
  return {record.number, record.values, record.objective.value_or(0.0), record.constraints, record.noise};
}

std::optional<Best> best(const StudyHandle& study) {
  const std::optional<TrialRecord> record = study->best();
  if (!record) return std::nullopt;
  return best_of(*record);
}

std::optional<std::tuple<Best, double>> recommended(const StudyHandle& study) {
  const std::optional<RecommendedTrial> trial =
      interruptibly([&](const std::stop_token& stop) { return study->recommended(stop); });
  if (!trial) return std::nullopt;
  return std::tuple(best_of(trial->record), trial->mean);
}

// The point, and its reason as JSON.
std::optional<std::tuple<Values, std::string>> preview(const StudyHandle& study) {
  const StudyView& view = study.view();
  std::optional<SuggestionPreview> preview =
      interruptibly([&](const std::stop_token& stop) { return view.preview(0, stop); });
  if (!preview) return std::nullopt;
  const nb::gil_scoped_release released;
  const TrialRecord record{.values = preview->suggestion.values,
                           .suggestion = std::move(preview->suggestion)};
  runs::Json reason = {{"sentence", runs::reason_sentence(record, view.direction(), view.best())}};
  if (record.suggestion->reason) runs::add_expectation(reason, *record.suggestion->reason);
  return std::tuple(record.values, dumped(reason));
}

Dictionary counts(const StudyHandle& study) {
  const TrialCounts counts = [&] {
    const nb::gil_scoped_release released;
    return study->counts();
  }();
  Dictionary result;
  result["finished"] = counts.finished;
  result["failed"] = counts.failed;
  result["infeasible"] = counts.infeasible;
  result["running"] = counts.running;
  result["waiting"] = counts.waiting;
  return result;
}

using Replayed = std::tuple<bool, std::string, Values, Values>;

Replayed replay(const StudyHandle& study, TrialNumber number) {
  Replay replay = interruptibly([&](const std::stop_token& stop) { return study->replay(number, stop); });
  return {replay.same, replay.why_not, std::move(replay.stored), std::move(replay.computed)};
}

std::vector<std::string> list_studies(const std::string& url) {
  const auto summaries =
      interruptibly([&](const std::stop_token& stop) { return StudyView::list(opened(url, false, stop)); });
  std::vector<std::string> names;
  for (const StudySummary& summary : summaries) names.push_back(summary.name);
  return names;
}

bool delete_study(const std::string& url, const std::string& name) {
  return interruptibly(
      [&](const std::stop_token& stop) { return opened(url, false, stop)->delete_study(name); });
}

void add_trial(nb::module_& module) {
  nb::class_<Trial>(module, "Trial", "One handing-out of a trial.")
      .def_prop_ro("number", &Trial::number)
      .def_prop_ro("attempt", &Trial::attempt)
      .def_prop_ro("values", &Trial::values);
}

}  // namespace

void add_study(nb::module_& module) {
  using Release = nb::call_guard<nb::gil_scoped_release>;
  add_trial(module);
  module.def("list_studies", &list_studies, nb::arg("url"));
  module.def("delete_study", &delete_study, nb::arg("url"), nb::arg("name"));
  nb::class_<StudyHandle>(module, "Study", "A study, in memory or in a store.", nb::is_weak_referenceable())
      .def_static("make", &make_study, nb::arg("url"), nb::arg("name"), nb::arg("space"), nb::arg("maximise"),
                  nb::arg("seed"), nb::arg("options"), nb::arg("worker"), nb::arg("grace").none(),
                  nb::arg("threads"))
      .def_static("open", &open_study, nb::arg("url"), nb::arg("name"), nb::arg("worker"),
                  nb::arg("grace").none(), nb::arg("threads"))
      .def("abandon", &StudyHandle::abandon)
      .def_prop_ro("name", [](const StudyHandle& study) { return study->name(); })
      .def_prop_ro("space", [](const StudyHandle& study) { return study->space(); })
      .def_prop_ro("maximises",
                   [](const StudyHandle& study) { return study->direction() == Direction::maximise; })
      .def_prop_ro("seed", [](const StudyHandle& study) { return study->options().seed; })
      .def_prop_ro("noisy", [](const StudyHandle& study) { return study->options().suggest.noisy; })
      .def_prop_ro("surrogate", [](const StudyHandle& study) { return study->options().suggest.surrogate; })
      .def_prop_ro("acquisition",
                   [](const StudyHandle& study) { return study->options().suggest.acquisition; })
      .def("ask", &ask)
      .def("tell", &tell, nb::arg("trial"), nb::arg("value"), nb::arg("constraints"), nb::arg("noise").none(),
           Release())
      .def(
          "fail",
          [](const StudyHandle& study, const Trial& trial, const std::string& message) {
            study->fail(trial, {.message = message});
          },
          nb::arg("trial"), nb::arg("message"), Release())
      .def(
          "release", [](const StudyHandle& study, const Trial& trial) { return study->release(trial); },
          nb::arg("trial"), Release())
      .def(
          "tell_number",
          [](const StudyHandle& study, TrialNumber number, double value, std::vector<double> constraints,
             std::optional<double> noise) {
            study->tell(number, result_of(value, std::move(constraints), noise));
          },
          nb::arg("number"), nb::arg("value"), nb::arg("constraints"), nb::arg("noise").none(), Release())
      .def(
          "fail_number",
          [](const StudyHandle& study, TrialNumber number, const std::string& message) {
            study->fail(number, {.message = message});
          },
          nb::arg("number"), nb::arg("message"), Release())
      .def(
          "release_number",
          [](const StudyHandle& study, TrialNumber number) { return study->release(number); },
          nb::arg("number"), Release())
      .def(
          "enqueue", [](const StudyHandle& study, const Values& values) { return study->enqueue(values); },
          nb::arg("values"), Release())
      .def(
          "add",
          [](const StudyHandle& study, const Values& values, double value, std::vector<double> constraints,
             std::optional<double> noise) {
            return study->add(values, result_of(value, std::move(constraints), noise)).number();
          },
          nb::arg("values"), nb::arg("value"), nb::arg("constraints"), nb::arg("noise").none(), Release())
      .def(
          "size", [](const StudyHandle& study) { return study->size(); }, Release())
      .def("counts", &counts)
      .def("best", &best, Release())
      .def("recommended", &recommended)
      .def("preview", &preview)
      .def("trials", &trials, Release())
      .def("trial", &trial, nb::arg("number"), Release())
      .def("why", &why, nb::arg("number"), Release())
      .def("verdicts", &verdicts, Release())
      .def("study_json", &study_json, Release())
      .def("suggestion_seconds", &suggestion_seconds, Release())
      .def("replay", &replay, nb::arg("number"));
}

}  // namespace craggy::python
