// Parameters, spaces and studies: ask, tell, fail. docs/cpp.md shows what stands between the marks.
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include <craggy/craggy.hpp>

namespace {

// The loss of a training run, or nothing where it diverges.
std::optional<double> train(double lr, const std::string& opt, double momentum) {
  if (lr > 0.05 && opt == "sgd") return std::nullopt;
  return std::abs(std::log10(lr) + 3.0) + (opt == "adam" ? 0.2 : 0.5 * std::abs(momentum - 0.9));
}

void parameters() {
  // [snippet]
  const craggy::Space space{
      {"lr", craggy::Float{1e-5, 1e-1, /*log=*/true}},
      {"layers", craggy::Int{1, 8}},
      {"dropout", craggy::Step{0, 0.5, 0.1}},
      {"opt", craggy::Categorical{{"adam", "sgd"}}},
      {"nesterov", craggy::Bool{}},
      {"momentum", craggy::Float{0, 1}, craggy::Condition{.parent = "opt", .values = {"sgd"}}},
  };
  // [snippet]

  // [snippet]
  const craggy::Space same{
      craggy::parse_parameter("lr=log(1e-5,1e-1)"),
      craggy::parse_parameter("layers=int(1,8)"),
      craggy::parse_parameter("dropout=step(0,0.5,0.1)"),
      craggy::parse_parameter("opt=categorical(adam,sgd)"),
      craggy::parse_parameter("nesterov=bool"),
      craggy::parse_parameter("momentum=float(0,1) if opt == sgd"),
  };
  // [snippet]
  std::printf("%zu parameters, twice %s\n", space.size(), space == same ? "the same" : "different");
}

void study_loop() {
  // [snippet]
  auto study = craggy::Study::in_memory({
      .space = {{"lr", craggy::Float{1e-5, 1e-1, /*log=*/true}},
                {"opt", craggy::Categorical{{"adam", "sgd"}}},
                {"momentum", craggy::Float{0, 1}, craggy::Condition{.parent = "opt", .values = {"sgd"}}}},
      .direction = craggy::Direction::minimise,
      .seed = 7,
  });
  while (const auto trial = study.ask_within(20)) {
    const double momentum = trial->is_active("momentum") ? trial->get<double>("momentum") : 0.0;
    const std::optional<double> loss =
        train(trial->get<double>("lr"), trial->get<std::string>("opt"), momentum);
    if (loss)
      study.tell(*trial, *loss);
    else
      study.fail(*trial, {.message = "diverged"});
  }
  if (const auto best = study.best())
    std::printf("lr %g with %s: %g\n", best->get<double>("lr"), best->text("opt").c_str(), *best->objective);
  else
    std::puts("every evaluation failed");
  // [snippet]
}

void results() {
  auto study = craggy::Study::in_memory({.space = {{"x", craggy::Float{0, 1}}}, .seed = 7});
  // [snippet]
  const auto trial = study.ask();
  study.tell(trial, craggy::Result{.value = 0.31, .constraints = {-1.2, 0.4}, .noise = 0.02});

  study.enqueue({0.5});  // evaluated before anything is suggested
  study.add({0.25}, craggy::Result{.value = 0.4, .constraints = {-1.0, -0.5}});  // evaluated elsewhere
  // [snippet]
  std::printf("%zu finished, %zu waiting\n", study.counts().finished, study.counts().waiting);
}

void mistakes() {
  auto study = craggy::Study::in_memory({.space = {{"x", craggy::Float{0, 1}}}, .seed = 7});
  // [snippet]
  try {
    study.enqueue({1.5});
  } catch (const craggy::InvalidArgument& error) {
    std::puts(error.what());  // names the argument, its value, and what would be right
  }
  // [snippet]
}

}  // namespace

int main() {
  parameters();
  study_loop();
  results();
  mistakes();
}
