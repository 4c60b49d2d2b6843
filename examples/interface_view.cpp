// A look at a study without taking part in it. docs/cpp.md shows what stands between the marks.
#include <cstdio>

#include <craggy/study/study.hpp>
#include <craggy/study/study_view.hpp>

int main() {
  const auto store = craggy::open_store("memory:");
  auto study = craggy::Study::create(store, {.name = "tune", .space = {{"x", craggy::Float{-10, 10}}}});
  study.add({1.5}, 0.25);
  study.add({4.0}, 4.0);

  // [snippet]
  const auto view = craggy::StudyView::open(store, "tune");
  for (const craggy::TrialRecord& trial : view.trials())
    if (trial.state == craggy::TrialState::finished)
      std::printf("%u: x = %g, value %g\n", trial.number, trial.get<double>("x"), *trial.objective);
  if (const auto best = view.best()) std::printf("best: %g\n", *best->objective);
  // [snippet]
}
