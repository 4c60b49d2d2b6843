// A user's program: the example of the README with fewer evaluations, against the installed headers and
// library.
#include <cmath>
#include <iostream>

#include <craggy/craggy.hpp>

namespace {

double jagged_bowl(double x, double y) { return x * x + y * y + std::abs(std::sin(20.0 * x)); }

}  // namespace

int main() {
  auto study = craggy::Study::in_memory(
      {.space = {{"x", craggy::Float{-10, 10}}, {"y", craggy::Float{-10, 10}}}, .seed = 7});
  while (study.size() < 4) {
    const auto trial = study.ask();
    study.tell(trial, jagged_bowl(trial["x"], trial["y"]));
  }
  const auto best = study.best();
  if (!best || !best->objective || !(*best->objective >= 0.0)) return 1;
  std::cout << "best of " << study.size() << ": " << *best->objective << '\n';
  return 0;
}
