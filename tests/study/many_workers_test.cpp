// Many processes on one study: every trial is evaluated once, by one of them, at a point of its own.
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "example_study.hpp"
#include "support/effort.hpp"
#include "support/forked.hpp"
#include "support/store_place.hpp"

namespace craggy {
namespace {

int work(const std::string& url, TrialNumber num_trials) {
  Study study = Study::open(open_store(url), "tune", {.num_threads = 1});
  while (const std::optional<Trial> trial = study.ask_within(num_trials))
    if (study.tell(*trial, (*trial)["x"]) != Told::accepted) return 1;
  return 0;
}

class ManyWorkersSlow : public ::testing::TestWithParam<std::string> {};

TEST_P(ManyWorkersSlow, ShareAStudyWithoutDuplicatesOrLosses) {
  const int num_workers = testing::full_effort() ? 64 : 12;
  const TrialNumber num_trials = testing::full_effort() ? 2000 : 300;
  const auto place = testing::make_store_place(GetParam());
  StudyOptions options = testing::example_options();
  options.suggest.surrogate = "random";
  const Study study = Study::create(open_store(place->url()), options);

  std::vector<std::unique_ptr<testing::Forked>> workers(static_cast<std::size_t>(num_workers));
  for (auto& worker : workers)
    worker = std::make_unique<testing::Forked>([&] { return work(place->url(), num_trials); });
  for (auto& worker : workers) EXPECT_EQ(worker->wait(), 0);

  const std::vector<TrialRecord> trials = study.trials();
  ASSERT_EQ(trials.size(), num_trials);
  std::set<std::vector<double>> points;
  for (const TrialRecord& record : trials) {
    EXPECT_EQ(record.state, TrialState::finished);
    EXPECT_EQ(record.objective, record.values[0]);
    points.insert(record.values);
  }
  EXPECT_EQ(points.size(), num_trials);
  std::map<TrialNumber, int> num_attempts;
  for (const AttemptRow& attempt : study.attempts()) ++num_attempts[attempt.trial];
  for (const auto& [number, count] : num_attempts) EXPECT_EQ(count, 1) << "trial " << number;
}

INSTANTIATE_TEST_SUITE_P(Stores, ManyWorkersSlow, ::testing::ValuesIn(testing::shared_store_kinds()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace craggy
