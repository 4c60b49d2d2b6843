// A look at a study: what it tells, and that it leaves no trace.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/study/study.hpp>
#include <craggy/study/study_view.hpp>

#include "example_study.hpp"
#include "support/message_of.hpp"
#include "support/store_place.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using std::chrono::milliseconds;
using testing::example_options;
using testing::example_value;
using testing::message_of;
using testing::StorePlace;

StudyOptions random_options(const std::string& name = "tune") {
  StudyOptions options = example_options(name);
  options.suggest.surrogate = "random";
  return options;
}

std::vector<TrialNumber> numbers(const std::vector<TrialRecord>& trials) {
  std::vector<TrialNumber> all;
  for (const TrialRecord& trial : trials) all.push_back(trial.number);
  return all;
}

class StudyViews : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<StorePlace> place_ = testing::make_store_place(GetParam());
  std::shared_ptr<Store> store_ = open_store(place_->url());
};

TEST_P(StudyViews, TellsWhatAStudyIs) {
  StudyOptions options = random_options();
  options.direction = Direction::maximise;
  const Study study = Study::create(store_, options);
  const StudyView view = StudyView::open(store_, "tune");
  EXPECT_EQ(view.name(), "tune");
  EXPECT_EQ(view.space(), options.space);
  EXPECT_EQ(view.direction(), Direction::maximise);
  EXPECT_EQ(view.options().suggest.surrogate, "random");
  EXPECT_EQ(view.options().seed, 7U);
  EXPECT_EQ(view.simd(), study.simd());
  EXPECT_EQ(view.created(), store_->find_study("tune")->created);
  EXPECT_EQ(view.revision(), 0);
  EXPECT_EQ(view.counts().all(), 0U);
  EXPECT_FALSE(view.best());
  EXPECT_TRUE(view.trials().empty());
  EXPECT_NE(message_of([&] { StudyView::open(store_, "tnue"); }).find("did you mean 'tune'?"),
            std::string::npos);
}

TEST_P(StudyViews, TellsWhatHasBecomeOfItsTrials) {
  Study study = Study::create(store_, random_options());
  const StudyView view(study);
  const Trial good = study.ask();
  study.tell(good, Result{2.0, {-1.0}});
  study.tell(study.ask(), Result{1.0, {0.5}});
  study.fail(study.ask(), {.message = "no mesh"});
  study.ask();
  study.enqueue({1.0, 1.0});
  const TrialCounts counts = view.counts();
  EXPECT_EQ(counts.finished, 2U);
  EXPECT_EQ(counts.infeasible, 1U);
  EXPECT_EQ(counts.failed, 1U);
  EXPECT_EQ(counts.running, 1U);
  EXPECT_EQ(counts.waiting, 1U);
  EXPECT_EQ(counts.all(), 5U);
  EXPECT_EQ(study.counts().infeasible, 1U);
  EXPECT_EQ(view.best()->number, 0U);
  EXPECT_EQ(view.best()->values, good.values());
  EXPECT_EQ(numbers(view.trials()), (std::vector<TrialNumber>{0, 1, 2, 3, 4}));
  EXPECT_EQ(numbers(view.trials(1, 2)), (std::vector<TrialNumber>{1, 2}));
  EXPECT_EQ(numbers(view.trials(3, 10)), (std::vector<TrialNumber>{3, 4}));
  EXPECT_TRUE(view.trials(9, 10).empty());
  EXPECT_EQ(view.trial(2)->message, "no mesh");
  EXPECT_FALSE(view.trial(9));
  EXPECT_FALSE(view.recommended());
}

TEST_P(StudyViews, TellsWhatHasChangedSince) {
  Study study = Study::create(store_, random_options());
  const StudyView view = StudyView::open(store_, "tune");
  const Trial first = study.ask();
  const Trial second = study.ask();
  const TrialChanges begin = view.changes(0);
  EXPECT_EQ(numbers(begin.trials), (std::vector<TrialNumber>{0, 1}));
  EXPECT_FALSE(view.wait(begin.revision, milliseconds(1)));
  study.tell(second, 3.0);
  EXPECT_TRUE(view.wait(begin.revision, milliseconds(0)));
  EXPECT_TRUE(view.wait(begin.revision, milliseconds(0))) << "for whoever has not seen it yet";
  const TrialChanges after = view.changes(begin.revision);
  ASSERT_EQ(numbers(after.trials), std::vector<TrialNumber>{1});
  EXPECT_EQ(after.trials[0].objective, 3.0);
  EXPECT_GT(after.revision, begin.revision);
  EXPECT_TRUE(view.changes(after.revision).trials.empty());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(view.wait(after.revision, milliseconds(1000), stop.get_token()), Cancelled);
}

TEST_P(StudyViews, ALateResultIsNotWhatDecidedATrial) {
  Study study = Study::create(store_, random_options());
  const StudyView view(study);
  const Trial late = study.ask();
  study.fail(late, {.message = "once more", .again = true});
  const Trial deciding = study.ask();
  ASSERT_EQ(deciding.attempt(), 1U);
  study.fail(deciding, {.message = "no mesh"});
  EXPECT_EQ(study.tell(late, 3.0), Told::kept) << "an attempt that finished, after the trial had failed";
  EXPECT_EQ(view.trial(0)->decider, 1U);
  EXPECT_EQ(view.deciding_attempt(0)->number, 1U);
  EXPECT_EQ(view.deciding_attempts().at(0).message, "no mesh");
  EXPECT_EQ(view.attempts(0).size(), 2U);
}

TEST_P(StudyViews, WhereNoAttemptDecidedTheLastOneIsShown) {
  Study study = Study::create(store_, random_options());
  const StudyView view(study);
  study.fail(study.ask(), {.again = true});
  study.ask();
  EXPECT_EQ(view.deciding_attempt(0)->number, 1U) << "it runs";
  study.tell(0, 2.0);
  EXPECT_FALSE(view.trial(0)->decider) << "told by hand";
  EXPECT_EQ(view.deciding_attempt(0)->number, 1U);
  study.add({1.0, 1.0}, 2.0);
  EXPECT_FALSE(view.deciding_attempt(1)) << "it was never handed out";
  EXPECT_FALSE(view.deciding_attempt(7));
  EXPECT_EQ(view.deciding_attempts().size(), 1U);
}

TEST_P(StudyViews, TheBestThatASuggestionHasSeen) {
  Study study = Study::create(store_, random_options());
  const StudyView view(study);
  study.tell(study.ask(), 5.0);
  const Trial early = study.ask();
  study.tell(study.ask(), 3.0);
  const Trial last = study.ask();
  study.tell(early, 1.0);
  EXPECT_FALSE(view.best_seen_by(0));
  EXPECT_EQ(view.best_seen_by(1)->number, 0U);
  EXPECT_EQ(view.best_seen_by(last.number())->number, 2U) << "trial 1 was still running then";
  EXPECT_FALSE(view.best_seen_by(study.enqueue({1.0, 1.0})));
}

TEST_P(StudyViews, ListsAllStudiesOfAStore) {
  EXPECT_TRUE(StudyView::list(store_).empty());
  Study study = Study::create(store_, random_options("second"));
  study.tell(study.ask(), 4.0);
  Study::create(store_, random_options("first"));
  store_->create_study({.name = "future", .direction = "sideways", .space = "{}", .options = "{}"});
  const std::vector<StudySummary> list = StudyView::list(store_);
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].name, "first");
  EXPECT_EQ(list[0].counts.all(), 0U);
  EXPECT_EQ(list[1].name, "future");
  EXPECT_NE(list[1].problem, "");
  EXPECT_FALSE(list[1].options);
  EXPECT_EQ(list[1].created, store_->find_study("future")->created);
  EXPECT_EQ(list[2].problem, "");
  EXPECT_EQ(list[2].options->space, study.space());
  EXPECT_EQ(list[2].best->objective, 4.0);
  EXPECT_GT(list[2].revision, 0);
}

TEST_P(StudyViews, RecommendsAsTheStudyDoes) {
  StudyOptions options = example_options();
  options.direction = Direction::maximise;
  options.suggest.noisy = true;
  Study study = Study::create(store_, options);
  for (int i = 0; i < 6; ++i) study.add({-9.0 + 2.0 * i, 1.0}, 1.0 * i);
  const StudyView view = StudyView::open(store_, "tune");
  const auto expected = study.recommended();
  const auto recommended = view.recommended(1);
  ASSERT_TRUE(expected && recommended);
  EXPECT_EQ(recommended->record.number, expected->record.number);
  EXPECT_EQ(recommended->mean, expected->mean);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(view.recommended(1, stop.get_token()), Cancelled);
}

// The point, its number and what is expected of it; and that nobody notices.
TEST_P(StudyViews, APreviewIsWhatTheNextAskSuggests) {
  for (const Direction direction : {Direction::minimise, Direction::maximise}) {
    StudyOptions options =
        example_options(std::string("study ") + (direction == Direction::minimise ? "a" : "b"));
    options.direction = direction;
    options.suggest.num_initial = 3;
    Study study = Study::create(store_, options);
    const StudyView view = StudyView::open(store_, options.name);
    for (int i = 0; i < 7; ++i) {
      const std::int64_t revision = view.revision();
      const bool goes_on = view.latest_warm_state().has_value();
      const auto preview = view.preview(1);
      EXPECT_EQ(view.revision(), revision);
      const Trial trial = study.ask();
      ASSERT_TRUE(preview);
      EXPECT_EQ(preview->trial, trial.number());
      EXPECT_EQ(preview->suggestion.values, trial.values()) << "trial " << i;
      const auto asked = view.trial(trial.number()).value().suggestion;
      ASSERT_TRUE(asked);
      EXPECT_EQ(preview->suggestion.initial, asked->initial);
      ASSERT_EQ(preview->suggestion.reason.has_value(), asked->reason.has_value());
      if (asked->reason) {
        EXPECT_EQ(preview->suggestion.reason->mean, asked->reason->mean);
      }
      EXPECT_EQ(preview->warm_from.has_value(), goes_on && !asked->initial);
      if (i == 4) {
        study.fail(trial, {.message = "no mesh"});
      } else if (i != 5) {  // which stays pending
        study.tell(trial, example_value(trial));
      }
    }
  }
}

TEST_P(StudyViews, APreviewOfASpaceWithoutAnotherPointIsNone) {
  StudyOptions options = random_options();
  options.space = Space({{"k", Int{1, 2}}});
  Study study = Study::create(store_, options);
  const StudyView view = StudyView::open(store_, "tune");
  EXPECT_TRUE(view.preview(1));
  study.add({1.0}, 1.0);
  study.add({2.0}, 1.0);
  EXPECT_FALSE(view.preview(1));
}

TEST_P(StudyViews, APreviewCanBeStopped) {
  Study study = Study::create(store_, example_options());
  for (int i = 0; i < 6; ++i) study.add({-9.0 + 2.0 * i, 1.0}, 1.0 * i);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(StudyView::open(store_, "tune").preview(1, stop.get_token()), Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Stores, StudyViews, ::testing::ValuesIn(testing::store_kinds()),
                         [](const auto& each) { return each.param; });

std::size_t num_threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string name = entry.path().filename().string();
    // That of shared memory has the locks in it, of those who read too.
    if (!name.ends_with("-shm")) files[name] = std::string(std::istreambuf_iterator<char>(file), {});
  }
  return files;
}

TEST(StudyView, StartsNoThreadAndWritesNothing) {
  const testing::TemporaryFolder folder;
  const std::string url = "sqlite:///" + folder.path() + "/studies.db";
  const std::shared_ptr<Store> writer = open_store(url);  // so that closing the other one tidies nothing up
  {
    Study study = Study::create(writer, random_options());
    study.tell(study.ask(), Result{4.0, {}, 0.5});
    study.ask();
  }
  const std::size_t threads_before = num_threads();
  const auto files_before = contents(folder.path());
  {
    const std::shared_ptr<Store> store = open_store(url, {.create = false});
    EXPECT_EQ(StudyView::list(store).size(), 1U);
    const StudyView view = StudyView::open(store, "tune");
    EXPECT_EQ(view.trials().size(), 2U);
    EXPECT_EQ(view.deciding_attempts().size(), 2U);
    EXPECT_EQ(view.best()->objective, 4.0);
    EXPECT_FALSE(view.wait(view.revision(), milliseconds(0)));
    EXPECT_EQ(num_threads(), threads_before);
  }
  EXPECT_EQ(contents(folder.path()), files_before);
}

}  // namespace
}  // namespace craggy
