// The smallest useful program: minimise a jagged function of two parameters.
#include <cmath>
#include <cstdio>

#include <craggy/craggy.hpp>

double f(double x, double y) { return std::hypot(x - 3, y + 1) + std::floor(2 * x) * 0.3 + std::sin(9 * y); }

int main() {
  auto study = craggy::Study::in_memory(
      {.space = {{"x", craggy::Float{-10, 10}}, {"y", craggy::Float{-10, 10}}}, .seed = 7});
  while (study.size() < 30) {
    auto trial = study.ask();
    study.tell(trial, f(trial["x"], trial["y"]));
  }
  const auto best = study.best().value();
  std::printf("f(%.3f, %.3f) = %.4f\n", best.values[0], best.values[1], *best.objective);
}
