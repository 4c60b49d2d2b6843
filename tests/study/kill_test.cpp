// Kills workers at random moments of ask, evaluation, tell and commit: nothing that was acknowledged is lost,
// no trial has two workers at a time, and one worker's study goes on with the suggestions of an undisturbed
// one.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <craggy/study/study.hpp>

#include "base/random.hpp"
#include "example_study.hpp"
#include "support/effort.hpp"
#include "support/forked.hpp"
#include "support/store_place.hpp"

namespace craggy {
namespace {

using std::chrono::microseconds;
using testing::example_options;
using testing::example_value;
using testing::Forked;
using testing::full_effort;

/// What workers have been told is safe: lines that are written whole or not at all.
class Acknowledgements {
 public:
  Acknowledgements() {
    if (pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe");
  }
  ~Acknowledgements() {
    close(ends_[0]);
    close(ends_[1]);
  }
  Acknowledgements(const Acknowledgements&) = delete;
  Acknowledgements& operator=(const Acknowledgements&) = delete;

  struct Line {
    TrialNumber number;
    double value;
  };
  void add(const Line& line) const {
    while (write(ends_[1], &line, sizeof line) != sizeof line) std::this_thread::yield();
  }
  void read_all() {
    for (Line line{}; read(ends_[0], &line, sizeof line) == sizeof line;) {
      values_[line.number] = line.value;
    }
  }
  const std::map<TrialNumber, double>& values() const { return values_; }

 private:
  std::array<int, 2> ends_{};
  std::map<TrialNumber, double> values_;
};

/// Evaluates until `num_trials` are finished, by whomever. 0 if everything was as it has to be.
int work(const std::string& url, TrialNumber num_trials, microseconds longest_evaluation,
         const Acknowledgements& acknowledgements) {
  Study study = Study::open(open_store(url), "tune", {.num_threads = 1});
  RandomStream stream(static_cast<std::uint64_t>(getpid()));
  for (;;) {
    const std::optional<Trial> trial = study.ask_within(num_trials);
    if (!trial) {
      if (study.counts().finished == num_trials) return 0;
      study.wait(std::chrono::milliseconds(100));
      continue;
    }
    std::this_thread::sleep_for(longest_evaluation * stream.uniform());
    const double value = example_value(*trial);
    if (study.tell(*trial, value) != Told::accepted) return 1;
    acknowledgements.add({trial->number(), value});
  }
}

/// From a fraction of a millisecond to a third of a second, every scale equally often.
microseconds random_moment(RandomStream& stream) {
  return microseconds(static_cast<long>(std::exp(stream.uniform(std::log(300.0), std::log(300'000.0)))));
}

class StudyKillSlow : public ::testing::TestWithParam<std::string> {
 protected:
  static int num_kills() { return full_effort() ? (GetParam() == "sqlite" ? 1000 : 200) : 30; }

  void expect_acknowledged(const Study& study, Acknowledgements& acknowledgements) {
    acknowledgements.read_all();
    const std::vector<TrialRecord> trials = study.trials();
    for (const auto& [number, value] : acknowledgements.values()) {
      ASSERT_LT(number, trials.size());
      EXPECT_EQ(trials[number].number, number) << "numbers without holes";
      EXPECT_EQ(trials[number].objective, value);
    }
  }
};

TEST_P(StudyKillSlow, OneWorkerGoesOnWithTheSameSuggestions) {
  constexpr TrialNumber num_trials = 25;
  RandomStream stream(1);
  int kills = 0;
  for (std::uint64_t seed = 1; kills < num_kills(); ++seed) {
    StudyOptions options = example_options();
    options.seed = seed;
    options.suggest.surrogate = "latent";  // which has warm states
    options.suggest.num_initial = 4;
    const auto place = testing::make_store_place(GetParam());
    Acknowledgements acknowledgements;
    Study study = Study::create(open_store(place->url()), options);
    const auto start = [&] {
      return Forked([&] {
        setpgid(0, 0);
        return work(place->url(), num_trials, microseconds(4000), acknowledgements);
      });
    };
    while (kills < num_kills() && study.size() < num_trials) {
      Forked worker = start();
      std::this_thread::sleep_for(random_moment(stream));
      kill(-worker.pid(), SIGKILL);
      worker.kill();  // in case it had no time to become a group
      ++kills;
      const int ended = worker.wait();
      EXPECT_TRUE(ended == -SIGKILL || ended == 0) << ended;
    }
    EXPECT_EQ(start().wait(), 0);
    expect_acknowledged(study, acknowledgements);
    Study undisturbed = Study::in_memory(options);
    const std::vector<TrialRecord> trials = study.trials();
    ASSERT_EQ(trials.size(), num_trials);
    for (const TrialRecord& record : trials) {
      const Trial expected = undisturbed.ask();
      undisturbed.tell(expected, example_value(expected));
      ASSERT_EQ(record.values, expected.values())
          << "trial " << record.number << " after " << kills << " kills";
      EXPECT_EQ(record.state, TrialState::finished);
    }
  }
}

TEST_P(StudyKillSlow, ManyWorkersLoseNothingAndNeverShareATrial) {
  constexpr int num_workers = 6;
  const TrialNumber num_trials = full_effort() ? 2000 : 300;
  const auto place = testing::make_store_place(GetParam());
  StudyOptions options = example_options();
  options.suggest.surrogate = "random";
  Study study = Study::create(open_store(place->url()), options);
  Acknowledgements acknowledgements;
  const auto start = [&] {
    return std::make_unique<Forked>(
        [&] { return work(place->url(), num_trials, microseconds(2000), acknowledgements); });
  };
  RandomStream stream(2);
  std::vector<std::unique_ptr<Forked>> workers(num_workers);
  for (auto& worker : workers) worker = start();
  std::set<std::int64_t> killed;
  for (int i = 0; i < num_kills(); ++i) {
    std::this_thread::sleep_for(random_moment(stream) / 4);
    auto& worker = workers[stream.below(num_workers)];
    killed.insert(worker->pid());
    worker->kill();
    const int ended = worker->wait();
    EXPECT_TRUE(ended == -SIGKILL || ended == 0) << ended;
    worker = start();
    acknowledgements.read_all();
  }
  for (auto& worker : workers) EXPECT_EQ(worker->wait(), 0);
  expect_acknowledged(study, acknowledgements);
  EXPECT_EQ(study.size(), num_trials);
  EXPECT_EQ(study.trials().size(), num_trials);
  // Attempts of one trial come one after the other, and only those of the killed were taken away.
  std::map<TrialNumber, Timestamp> last_end;
  for (const AttemptRow& attempt : study.attempts()) {
    ASSERT_TRUE(attempt.ended) << attempt.trial;
    const auto [last, is_first] = last_end.insert({attempt.trial, *attempt.ended});
    EXPECT_TRUE(is_first || attempt.started >= last->second) << attempt.trial;
    last->second = *attempt.ended;
    EXPECT_TRUE(attempt.outcome != AttemptOutcome::lost || killed.contains(attempt.worker.process));
  }
}

INSTANTIATE_TEST_SUITE_P(Stores, StudyKillSlow, ::testing::ValuesIn(testing::shared_store_kinds()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace craggy
