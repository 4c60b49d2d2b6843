// Runs a study that costs next to nothing, and remembers what was heard of it.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/runs/runner.hpp>

namespace craggy::testing {

using Kind = RunEvent::Kind;

inline StudyOptions run_options(Space space = {{"x", Float{0, 1}}}, const std::string& surrogate = "random") {
  SuggestOptions suggest;
  suggest.surrogate = surrogate;
  return {.name = "tune", .space = std::move(space), .suggest = suggest, .worker = {.num_threads = 1}};
}

/// An evaluator of values alone.
inline Evaluator giving(std::function<double(const Trial&)> value) {
  return [value = std::move(value)](const Trial& trial, const std::stop_token&) {
    return Outcome{.result = Result{value(trial)}};
  };
}

inline Outcome failed_outcome(const std::string& why = "no luck") { return {.failure = why}; }

/// What was heard, but ticks; of all jobs, in the order in which it was heard.
struct Heard {
  Kind kind;
  std::optional<TrialNumber> trial{};  // the best one, if it improved
  std::string message{};               // the failure, or what the problem is
  std::optional<double> best{};

  bool operator==(const Heard&) const = default;
};

class RecordedRun : public ::testing::Test {
 protected:
  /// Whoever takes part beside the run acts when a trial has been started.
  using Act = std::function<void(const Trial& trial)>;

  RunEnd run(Study& study, const Evaluator& evaluator, const RunPlan& plan, const Act& act = {},
             const RunStop& stop = {}) {
    const Listener act_beside = [&](const RunEvent& event, const RunState&) {
      if (event.kind == Kind::started && act) act(*event.trial);
    };
    const Listener remember = [this](const RunEvent& event, const RunState& state) {
      if (event.kind == Kind::tick) return;
      heard_.push_back({event.kind});
      Heard& heard = heard_.back();
      if (event.trial != nullptr) heard.trial = event.trial->number();
      heard.message = event.outcome != nullptr ? event.outcome->failure : "";
      if (!event.problem.empty()) heard.message = event.problem;
      if (event.best != nullptr) {
        heard.trial = event.best->number;
        heard.best = event.best->objective;
      }
      if (event.end) end_ = event.end;
      state_ = state;
    };
    return run_study(study, evaluator, plan, {act_beside, remember}, stop);
  }

  std::vector<Kind> kinds() const {
    std::vector<Kind> kinds;
    for (const Heard& heard : heard_) kinds.push_back(heard.kind);
    return kinds;
  }

  /// How evaluations ended.
  std::vector<Kind> endings() const {
    std::vector<Kind> all = kinds();
    std::erase_if(all, [](Kind kind) {
      return kind == Kind::started || kind == Kind::improved || kind == Kind::stopped;
    });
    return all;
  }

  std::vector<double> improvements() const {
    std::vector<double> values;
    for (const Heard& heard : heard_)
      if (heard.best) values.push_back(*heard.best);
    return values;
  }

  std::size_t count(Kind kind) const {
    const std::vector<Kind> all = kinds();
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), kind));
  }

  std::vector<Heard> heard_;
  std::optional<RunEnd> end_;
  RunState state_;
};

}  // namespace craggy::testing
