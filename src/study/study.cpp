#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/check.hpp>
#include <craggy/base/thread_pool.hpp>
#include <craggy/study/study.hpp>

namespace craggy {

struct Study::State {
  explicit State(StudyOptions options)
      : space(std::make_shared<const Space>(std::move(options.space))),
        suggest(std::move(options.suggest)),
        seed(options.seed),
        pool(options.num_threads) {}

  std::shared_ptr<const Space> space;
  SuggestOptions suggest;
  std::uint64_t seed;
  ThreadPool pool;
  std::vector<TrialRecord> trials;  // trial i stands at position i
  EngineWarmState warm;
};

namespace {

TrialRecord& find_trial(std::vector<TrialRecord>& trials, std::uint32_t number) {
  if (number >= trials.size())
    fail_argument("the trial number", fmt::format("{}", number),
                  trials.empty() ? "the study has no trials yet"
                                 : fmt::format("the study's trials are 0 to {}", trials.size() - 1));
  return trials[number];
}

}  // namespace

Trial::Trial(std::uint32_t number, std::shared_ptr<const Space> space, std::vector<double> values)
    : number_(number), space_(std::move(space)), values_(std::move(values)) {}

double Trial::operator[](std::string_view parameter) const { return values_[space_->index_of(parameter)]; }

Study::Study(std::unique_ptr<State> state) : state_(std::move(state)) {}
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;

Study Study::in_memory(StudyOptions options) {
  check_options(options.suggest, options.space.size());
  return Study(std::make_unique<State>(std::move(options)));
}

const Space& Study::space() const { return *state_->space; }

Trial Study::ask(const std::stop_token& stop) {
  History history;
  for (const TrialRecord& record : state_->trials)
    if (record.objective)
      history.observations.push_back({record.values, *record.objective});
    else
      (record.state == TrialState::failed ? history.failed : history.pending).push_back(record.values);
  const auto number = static_cast<std::uint32_t>(state_->trials.size());
  Suggestion suggestion = suggest(*state_->space, history, state_->suggest, state_->seed, number,
                                  &state_->pool, stop, state_->warm);
  state_->warm = std::move(suggestion.warm);  // kept once, not with every trial
  suggestion.warm = {};
  Trial trial(number, state_->space, suggestion.values);
  state_->trials.push_back(
      {number, suggestion.values, TrialState::running, std::nullopt, std::move(suggestion)});
  return trial;
}

void Study::check_own(const Trial& trial) const {
  if (trial.space_ != state_->space)
    fail_argument("the trial", fmt::format("number {} of another study", trial.number()),
                  "it has to come from this one");
}

void Study::tell(const Trial& trial, double objective) {
  check_own(trial);
  tell(trial.number(), objective);
}

void Study::tell(std::uint32_t number, double objective) {
  TrialRecord& record = find_trial(state_->trials, number);
  const std::string name = fmt::format("the value of trial {}", number);
  check_finite(name, objective);
  if (record.state == TrialState::failed)
    fail_argument(name, fmt::format("{}", objective), "the trial has failed already");
  if (record.objective && *record.objective != objective)
    fail_argument(name, fmt::format("{}", objective),
                  fmt::format("the trial has finished with {} already", *record.objective));
  record.state = TrialState::finished;
  record.objective = objective;
}

void Study::fail(const Trial& trial) {
  check_own(trial);
  fail(trial.number());
}

void Study::fail(std::uint32_t number) {
  TrialRecord& record = find_trial(state_->trials, number);
  if (record.objective)
    fail_argument(fmt::format("the state of trial {}", number),
                  fmt::format("finished with {}", *record.objective), "only a running trial can fail");
  record.state = TrialState::failed;
}

Trial Study::add(std::vector<double> values, double objective) {
  state_->space->check(values);
  check_finite("the value of the added trial", objective);
  const auto number = static_cast<std::uint32_t>(state_->trials.size());
  Trial trial(number, state_->space, values);
  state_->trials.push_back({number, std::move(values), TrialState::finished, objective, std::nullopt});
  return trial;
}

std::size_t Study::size() const {
  return static_cast<std::size_t>(
      std::count_if(state_->trials.begin(), state_->trials.end(),
                    [](const TrialRecord& record) { return record.state == TrialState::finished; }));
}

const std::vector<TrialRecord>& Study::trials() const { return state_->trials; }

std::optional<TrialRecord> Study::best() const {
  std::optional<TrialRecord> best;
  double smallest = std::numeric_limits<double>::infinity();
  for (const TrialRecord& record : state_->trials)
    if (record.objective && *record.objective < smallest) {
      smallest = *record.objective;
      best = record;
    }
  return best;
}

}  // namespace craggy
