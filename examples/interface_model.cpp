// What the surrogate believes of a study. docs/cpp.md shows what stands between the marks.
#include <cstdio>

#include <craggy/study/study.hpp>
#include <craggy/study/study_model.hpp>

namespace {

double f(double x, double y) { return (x - 2.0) * (x - 2.0) + 0.1 * y; }

}  // namespace

int main() {
  auto study = craggy::Study::in_memory(
      {.space = {{"x", craggy::Float{-10, 10}}, {"y", craggy::Float{-10, 10}}}, .seed = 7});
  while (const auto trial = study.ask_within(12))
    study.tell(*trial, f(trial->get<double>("x"), trial->get<double>("y")));

  // [snippet]
  const auto model = craggy::StudyModel::fit(study, {.model = "smooth"});
  const auto forecast = model.predict({{2.0, 0.0}, {5.0, 5.0}});
  for (craggy::Index i = 0; i < forecast.mean.size(); ++i)
    std::printf("%.2f ± %.2f\n", forecast.mean[i], forecast.sd[i]);

  for (const auto& each : model.importance())
    std::printf("%s accounts for %.0f %%\n", each.parameter.c_str(), 100.0 * each.total.middle);
  // [snippet]
}
