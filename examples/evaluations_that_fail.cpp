// Two evaluations at a time, some of which fail: what an evaluation throws is the message of its trial, and
// the run ends even if all of them fail.
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include <craggy/craggy.hpp>

double simulate(double step, double damping) {
  if (step > 0.6 * damping) throw std::runtime_error("the simulation diverged");
  return 1.0 / step + std::abs(damping - 1.5);
}

int main() {
  auto study = craggy::Study::in_memory(
      {.space = {{"step", craggy::Float{0.01, 1, true}}, {"damping", craggy::Float{0.1, 2}}}, .seed = 7});

  const craggy::Evaluator evaluate = [](const craggy::Trial& trial,
                                        const std::stop_token&) -> craggy::Outcome {
    return {.result = craggy::Result{simulate(trial["step"], trial["damping"])}};
  };
  const craggy::Listener print = [](const craggy::RunEvent& event, const craggy::RunState&) {
    using Kind = craggy::RunEvent::Kind;
    if (event.kind == Kind::improved)
      std::printf("trial %u: %.3f\n", event.best->number, *event.best->objective);
    if (event.kind == Kind::failed)
      std::printf("trial %u failed: %s\n", event.trial->number(), event.outcome->failure.c_str());
  };

  const craggy::RunEnd end =
      run_study(study, evaluate, {.max_trials = 30, .jobs = 2, .patience = 15}, {print});
  std::printf("%s; ", sentence_of(end).data());
  if (const auto best = study.best())
    std::printf("best: %.3f at step %.3f, damping %.3f\n", *best->objective, best->values[0],
                best->values[1]);
  else
    std::printf("all %zu trials failed\n", study.counts().failed);
}
