#include "trial_cache.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "study/params.hpp"

namespace craggy {
namespace {

std::shared_ptr<const Space> line() { return std::make_shared<const Space>(Space{{"x", Float{0.0, 10.0}}}); }

TrialRow finished(TrialNumber number, double x, const Result& result) {
  return {.number = number,
          .state = TrialState::finished,
          .revision = static_cast<std::int64_t>(number) + 1,
          .params = to_params(*line(), std::vector{x}),
          .result = result};
}

/// Results of a store that an older craggy, or somebody by hand, has written.
const News odd_results = {4,
                          {finished(0, 1.0, {3.0, {-1.0}}), finished(1, 2.0, {-9.0, {}, 0.5}),
                           finished(2, 5.0, {2.0, {-2.0}, 0.25}), finished(3, 7.0, {1.0, {1.0}})}};

TEST(TrialCache, AResultWithAnotherNumberOfConstraintsCountsAsFailed) {
  TrialCache cache(line(), Direction::minimise, true);
  cache.take_in(odd_results);
  const SeenHistory seen = cache.history(4);
  EXPECT_EQ(seen.history.observations.size(), 3U);
  EXPECT_EQ(seen.observed, (std::vector<TrialNumber>{0, 2, 3}));
  EXPECT_EQ(seen.history.failed, (std::vector<std::vector<double>>{{2.0}}));
  EXPECT_EQ(seen.seen, (SeenTrials{"0,2-3", "1", ""}));
  EXPECT_EQ(cache.best()->number, 2U) << "of the odd one it is not known whether it is feasible";
  EXPECT_EQ(cache.counts().finished, 4U);
}

TEST(TrialCache, EveryStoredHistoryGivesASuggestion) {
  for (const std::string surrogate : {"noiseless", "contaminated"}) {
    SCOPED_TRACE(surrogate);
    TrialCache cache(line(), Direction::minimise, takes_reported_noise(surrogate));
    cache.take_in(odd_results);
    SuggestOptions options;
    options.surrogate = surrogate;
    options.inference.num_chains = 1;
    options.inference.num_warmup = 5;
    options.inference.num_draws = 4;
    line()->check(suggest(*line(), cache.history(4).history, options, {1, 4}).values);
  }
}

}  // namespace
}  // namespace craggy
