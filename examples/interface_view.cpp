// A look at the studies of a store. docs/cpp.md shows what stands between the marks.
#include <chrono>
#include <cstdio>
#include <memory>

#include <craggy/craggy.hpp>
#include <craggy/study/study_view.hpp>

namespace {

void look(const std::shared_ptr<craggy::Store>& store) {
  // [snippet]
  for (const craggy::StudySummary& each : craggy::StudyView::list(store))
    std::printf("%s: %zu trials\n", each.name.c_str(), each.counts.all());

  const auto view = craggy::StudyView::open(store, "tune");
  for (const craggy::TrialRecord& trial : view.trials(/*first=*/0, /*limit=*/100))
    if (const auto attempt = view.deciding_attempt(trial.number))
      std::printf("%u was evaluated by %s\n", trial.number, attempt->worker.name.c_str());

  std::int64_t seen = 0;
  while (view.wait(seen, std::chrono::seconds(0))) {  // what has changed, as a live page shows it
    const craggy::TrialChanges changes = view.changes(seen);
    std::printf("%zu trials have changed\n", changes.trials.size());
    seen = changes.revision;
  }
  // [snippet]
}

}  // namespace

int main() {
  const auto store = craggy::open_store("memory:");
  auto study = craggy::Study::create(store, {.name = "tune", .space = {{"x", craggy::Float{-10, 10}}}});
  for (int i = 0; i < 3; ++i) study.tell(study.ask(), 1.0 * i);
  look(store);
}
