// The program of the README.
// [snippet]
#include <craggy/craggy.hpp>

double f(double x, double y);  // yours: expensive, jagged

int main() {
  auto study = craggy::Study::in_memory(
      {.space = {{"x", craggy::Float{-10, 10}}, {"y", craggy::Float{-10, 10}}}, .seed = 7});
  while (auto trial = study.ask_within(50))
    study.tell(*trial, f(trial->get<double>("x"), trial->get<double>("y")));
}
// [snippet]

double f(double x, double y) { return x * x + y * y + (x > y ? 0.5 : 0.0); }
