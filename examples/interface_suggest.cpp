// One suggestion as a function of a history. docs/cpp.md shows what stands between the marks.
#include <cstdio>

#include <craggy/craggy.hpp>

int main() {
  // [snippet]
  const craggy::Space space{{"x", craggy::Float{-10, 10}}, {"y", craggy::Float{-10, 10}}};
  craggy::History history;
  history.observations = {{{1.0, 2.0}, 3.5}, {{-4.0, 0.5}, 1.2}, {{6.0, -7.0}, 8.1}};
  history.failed = {{9.0, 9.0}};
  history.pending = {{-2.0, 2.0}};

  craggy::SuggestOptions options;
  options.surrogate = "latent";
  options.sigma_h = craggy::parse_latent_scale("0.1d");
  const craggy::Suggestion next = craggy::suggest(space, history, options, {.seed = 7, .trial = 5});
  std::printf("evaluate (%g, %g)\n", next.values[0], next.values[1]);

  // The same arguments give the same bits; with the warm state the next fit is shorter.
  history.observations.push_back({next.values, 0.9});
  const craggy::Suggestion then =
      craggy::suggest(space, history, options, {.seed = 7, .trial = 6, .warm = &next.warm});
  // [snippet]
  std::printf("then (%g, %g)\n", then.values[0], then.values[1]);
}
