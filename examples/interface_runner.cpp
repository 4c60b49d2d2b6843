// Trials evaluated in parallel. docs/cpp.md shows what stands between the marks.
#include <cstdio>
#include <stop_token>
#include <string>

#include <craggy/runs/runner.hpp>

namespace {

double f(double x) { return (x - 2.0) * (x - 2.0); }

}  // namespace

int main() {
  auto study = craggy::Study::in_memory({.space = {{"x", craggy::Float{-10, 10}}}, .seed = 7});
  // [snippet]
  const auto evaluate = [](const craggy::Trial& trial, const std::stop_token&) {
    return craggy::Outcome{.result = craggy::Result{f(trial.get<double>("x"))}};
  };
  const auto report = [](const craggy::RunEvent& event, const craggy::RunState&) {
    if (event.kind == craggy::RunEvent::Kind::improved)
      std::printf("trial %u: %g\n", event.best->number, *event.best->objective);
  };
  const craggy::RunPlan plan{.max_trials = 20, .jobs = 4, .retries = 1, .target = 1e-3};
  const craggy::RunEnd end = craggy::run_study(study, evaluate, plan, {report});
  std::printf("%s\n", std::string(craggy::sentence_of(end)).c_str());
  // [snippet]
}
