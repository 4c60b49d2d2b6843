// A user's program: the example of the README with fewer evaluations, of which one fails, and a single fit,
// against the installed headers and library.
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <craggy/craggy.hpp>

namespace {

std::optional<double> jagged_bowl(double x, const std::string& mesh) {
  static int calls = 0;
  if (++calls == 2) return std::nullopt;
  return x * x + std::abs(std::sin(20.0 * x)) + (mesh == "fine" ? 0.0 : 1.0);
}

bool optimises() {
  auto study = craggy::Study::in_memory(
      {.space = {{"x", craggy::Float{-10, 10}}, {"mesh", craggy::Categorical{{"coarse", "fine"}}}},
       .seed = 7});
  while (const auto trial = study.ask_within(5)) {
    const auto value = jagged_bowl(trial->get<double>("x"), trial->get<std::string>("mesh"));
    if (value)
      study.tell(*trial, *value);
    else
      study.fail(*trial);
  }
  const auto best = study.best();
  if (study.size() != 4 || !best || !(*best->objective >= 0.0)) return false;
  std::cout << "best of " << study.size() << ": " << *best->objective << " at x = " << (*best)["x"]
            << ", mesh = " << best->get<std::string>("mesh") << '\n';
  return true;
}

bool fits() {
  craggy::Matrix X(1, 5);
  X << 0.0, 0.2, 0.5, 0.7, 1.0;
  craggy::Vector y(5);
  y << 1.0, 0.4, 0.1, 0.3, 0.9;
  const auto data = std::make_shared<const craggy::Dataset>(craggy::make_dataset(X, y));
  const auto fit = craggy::fit(craggy::make_surrogate("noiseless", {}), data, {}, {1, 0});
  const double mean = fit.posterior.predict(X).mean[2];
  std::cout << "the fit says " << mean << " at 0.5\n";
  return std::abs(mean - 0.1) < 0.2;
}

}  // namespace

int main() { return optimises() && fits() ? 0 : 1; }
