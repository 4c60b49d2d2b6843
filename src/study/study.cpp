#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include <craggy/study/study.hpp>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "stores/worker.hpp"
#include "study/definition.hpp"
#include "study/params.hpp"
#include "study/study_state.hpp"
#include "study/wait.hpp"

namespace craggy {
namespace {

constexpr auto default_grace = std::chrono::minutes(1);
constexpr int heartbeats_per_grace = 4;

std::optional<std::chrono::microseconds> grace_of(const WorkerOptions& worker) {
  if (worker.grace) return *worker.grace;
  if (worker.detached) return std::nullopt;
  return default_grace;
}

}  // namespace

// Adding 0 turns -0 into 0, which some databases do not keep apart.
Result checked_result(const std::string& name, Result result, const SuggestOptions& options) {
  check_finite(name, result.value);
  for (double& constraint : result.constraints)
    constraint = check_finite(fmt::format("a constraint of {}", name), constraint) + 0.0;
  if (result.noise) {
    const std::string noise = fmt::format("the noise of {}", name);
    check_non_negative(noise, *result.noise);
    if (!takes_reported_noise(options.surrogate))
      fail_argument(noise, fmt::format("{}", *result.noise),
                    fmt::format("the study's surrogate '{}' cannot be combined with noise that evaluations "
                                "report, so it has to be left out",
                                options.surrogate));
  }
  result.value += 0.0;
  return result;
}

SpaceExhausted::SpaceExhausted(std::uint64_t num_points)
    : Error(fmt::format("all {} points of the space are trials already, so there is nothing left to ask for",
                        num_points)),
      num_points_(num_points) {}

Study::State::State(std::shared_ptr<Store> its_store, StudyRow its_row, StudyOptions its_options)
    : store(std::move(its_store)),
      row(std::move(its_row)),
      options(std::move(its_options)),
      space(std::make_shared<const Space>(options.space)),
      worker(options.worker.detached ? no_process(options.worker.name) : this_process(options.worker.name)),
      grace(grace_of(options.worker)),
      computing(options.worker.detached
                    ? std::optional(Holder{this_process(options.worker.name), default_grace})
                    : std::nullopt),
      pool(options.worker.num_threads),
      cache(space, options.direction, takes_reported_noise(options.suggest.surrogate)) {
  if (!store->is_shared()) return;
  const std::chrono::microseconds longest_silence = computing ? default_grace : grace.value_or(default_grace);
  heartbeats = std::make_unique<Heartbeats>(
      store, row.id, std::chrono::ceil<std::chrono::milliseconds>(longest_silence / heartbeats_per_grace));
}

Study::Study(std::unique_ptr<State> state) : state_(std::move(state)) {}
Study::Study(Study&&) noexcept = default;
Study& Study::operator=(Study&&) noexcept = default;
Study::~Study() = default;

Study Study::attach(std::shared_ptr<Store> store, StudyRow row, StudyOptions options) {
  return Study(std::make_unique<State>(std::move(store), std::move(row), std::move(options)));
}

Study Study::in_memory(StudyOptions options) {
  if (options.name.empty()) options.name = "study";
  return create(open_store("memory:"), std::move(options));
}

Study Study::create(std::shared_ptr<Store> store, StudyOptions options) {
  std::optional<StudyRow> row = store->create_study(definition_of(options));
  if (!row)
    fail_argument("the name of the study", fmt::format("'{}'", options.name),
                  fmt::format("the store {} has a study of that name already", store->name()));
  return attach(std::move(store), std::move(*row), std::move(options));
}

Study Study::open(std::shared_ptr<Store> store, std::string_view name, WorkerOptions worker) {
  StudyRow row = find_known_study(*store, name);
  StudyOptions options = options_of(row.definition, std::move(worker));
  return attach(std::move(store), std::move(row), std::move(options));
}

Study Study::open_or_create(std::shared_ptr<Store> store, StudyOptions options) {
  const StudyDefinition definition = definition_of(options);
  std::optional<StudyRow> row = store->create_study(definition);
  if (!row) row = store->find_study(definition.name);
  if (!row) throw StoreError(fmt::format("the study '{}' was deleted while it was opened", definition.name));
  const std::string different = difference(options_of(row->definition, options.worker), options);
  if (!different.empty())
    fail_argument("the study", fmt::format("'{}'", options.name),
                  fmt::format("the store {} has another one of that name: {}", store->name(), different));
  return attach(std::move(store), std::move(*row), std::move(options));
}

const std::string& Study::name() const { return state_->options.name; }
const Space& Study::space() const { return *state_->space; }
Direction Study::direction() const { return state_->options.direction; }
const StudyOptions& Study::options() const { return state_->options; }
const std::string& Study::simd() const { return state_->row.definition.simd; }

std::string Study::note(std::string_view name) const { return state_->store->note(state_->row.id, name); }
void Study::set_note(std::string_view name, const std::string& text) {
  state_->store->set_note(state_->row.id, name, text);
}

void Study::keep_output(const Trial& trial, const std::string& output, const std::string& errors) {
  check_own(trial);
  state_->store->keep_output(state_->row.id, {trial.number(), trial.attempt(), output, errors});
}

Trial Study::trial_of(const TrialRow& row, AttemptNumber attempt) const {
  return {row.number, attempt, state_->space, parse_params(*state_->space, row.params)};
}

void Study::check_own(const Trial& trial) const {
  if (trial.space_ != state_->space)
    fail_argument("the trial", fmt::format("number {} of another study", trial.number()),
                  "it has to come from this one");
}

Told Study::tell(const Trial& trial, const Result& result) {
  check_own(trial);
  const Result good =
      checked_result(fmt::format("the value of trial {}", trial.number()), result, state_->options.suggest);
  const Told told = state_->store->tell(state_->row.id, trial.number(), trial.attempt_, good);
  state_->forget_lease(trial.number(), trial.attempt_);
  return told;
}

Told Study::tell(TrialNumber number, const Result& result) {
  const Result good =
      checked_result(fmt::format("the value of trial {}", number), result, state_->options.suggest);
  const Told told = state_->store->tell(state_->row.id, number, std::nullopt, good);
  state_->forget_lease(number, std::nullopt);
  return told;
}

Told Study::fail(const Trial& trial, const Failure& failure) {
  check_own(trial);
  const Told told = state_->store->fail(state_->row.id, trial.number(), trial.attempt_, failure);
  state_->forget_lease(trial.number(), trial.attempt_);
  return told;
}

Told Study::fail(TrialNumber number, const Failure& failure) {
  const Told told = state_->store->fail(state_->row.id, number, std::nullopt, failure);
  state_->forget_lease(number, std::nullopt);
  return told;
}

bool Study::release(const Trial& trial) {
  check_own(trial);
  state_->forget_lease(trial.number(), trial.attempt_);
  return state_->store->release(state_->row.id, trial.number(), trial.attempt_);
}

bool Study::release(TrialNumber number) {
  state_->forget_lease(number, std::nullopt);
  return state_->store->release(state_->row.id, number, std::nullopt);
}

bool Study::heartbeat(const Trial& trial) {
  check_own(trial);
  return trial.attempt_ && state_->store->heartbeat(state_->row.id, trial.number(), *trial.attempt_);
}

TrialNumber Study::enqueue(const std::vector<double>& values) {
  return state_->store->enqueue(state_->row.id, to_params(*state_->space, values));
}

Trial Study::add(const std::vector<double>& values, const Result& result) {
  const std::string params = to_params(*state_->space, values);
  const Result good = checked_result("the value of the added trial", result, state_->options.suggest);
  return {state_->store->add(state_->row.id, params, good), std::nullopt, state_->space, values};
}

Told Study::correct(TrialNumber number, const Result& result) {
  const Result good =
      checked_result(fmt::format("the value of trial {}", number), result, state_->options.suggest);
  return state_->store->correct(state_->row.id, number, good, state_->worker);
}

Told Study::correct(TrialNumber number, const Failure& failure) {
  return state_->store->correct(state_->row.id, number, failure, state_->worker);
}

std::size_t Study::size() const { return counts().finished; }

TrialCounts Study::counts() const {
  const std::scoped_lock lock(state_->mutex);
  state_->refresh();
  return state_->cache.counts();
}

std::vector<TrialRecord> Study::trials() const {
  const std::scoped_lock lock(state_->mutex);
  state_->refresh();
  return state_->cache.records();
}

std::vector<AttemptRow> Study::attempts() const { return state_->store->attempts(state_->row.id); }

std::optional<TrialRecord> Study::best() const {
  const std::scoped_lock lock(state_->mutex);
  state_->refresh();
  return state_->cache.best();
}

bool Study::wait(std::chrono::milliseconds limit, const std::stop_token& stop) const {
  const auto has_changed = [this] {
    const std::scoped_lock lock(state_->mutex);
    const std::int64_t before = state_->cache.revision();
    state_->refresh();
    return state_->cache.revision() != before;
  };
  return wait_until(has_changed, limit, stop);
}

}  // namespace craggy
