// The smallest useful program: minimise a jagged function of two numbers and a category, which fails here and
// there.
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include <craggy/craggy.hpp>

// Nothing where the evaluation fails.
std::optional<double> f(double x, double y, const std::string& mesh) {
  if (mesh == "fine" && x < -8) return std::nullopt;
  const double step = mesh == "coarse" ? 0.4 : 0.3;
  return std::hypot(x - 3, y + 1) + std::floor(2 * x) * step + std::sin(9 * y);
}

int main() {
  auto study = craggy::Study::in_memory({.space = {{"x", craggy::Float{-10, 10}},
                                                   {"y", craggy::Float{-10, 10}},
                                                   {"mesh", craggy::Categorical{{"coarse", "fine"}}}},
                                         .seed = 7});
  while (const auto trial = study.ask_within(30)) {
    const auto value = f(trial->get<double>("x"), trial->get<double>("y"), trial->get<std::string>("mesh"));
    if (value)
      study.tell(*trial, *value);
    else
      study.fail(*trial);
  }
  if (const auto best = study.best())
    std::printf("f(%.3f, %.3f, %s) = %.4f\n", best->get<double>("x"), best->get<double>("y"),
                best->get<std::string>("mesh").c_str(), *best->objective);
  else
    std::puts("every evaluation failed");
}
