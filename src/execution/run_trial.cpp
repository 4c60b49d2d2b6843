#include "execution/run_trial.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>

#include "base/printable.hpp"
#include "execution/child_process.hpp"
#include "execution/output.hpp"

namespace craggy::execution {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_of_a_stream = 8192;  // bytes
constexpr milliseconds linger(500);             // for whatever still writes once the command has ended
constexpr milliseconds glance(50);              // between two looks at a request to stop

// The value as it comes along in the output.
class OutputReader {
 public:
  explicit OutputReader(const ValuePattern* pattern)
      : pattern_(pattern), lines_([this](std::string_view line, bool whole) { take(line, whole); }) {}

  void add(std::string_view bytes) { lines_.add(bytes); }

  ParsedResult result() {
    lines_.finish();
    if (pattern_ != nullptr) {
      if (!matched_)
        return NoResult{fmt::format("nothing in the output matches '{}'", excerpt(pattern_->text()))};
    } else if (!seen_) {
      return NoResult{"the output is empty and there is no result file"};
    } else if (!whole_) {
      return NoResult{fmt::format("the last line of the output has more than {} bytes: '{}'", longest_line,
                                  excerpt(last_))};
    }
    ParsedResult parsed = parse_result(last_);
    if (auto* problem = std::get_if<NoResult>(&parsed))
      problem->reason = fmt::format(
          "{}, {}", pattern_ != nullptr ? "where the output matches" : "in the last line of the output",
          problem->reason);
    if (auto* problem = std::get_if<NoResult>(&parsed);
        problem != nullptr && pattern_ == nullptr && has_number_among_words(last_))
      problem->reason += "; --value-regex finds a number among other text";
    return parsed;
  }

 private:
  void take(std::string_view line, bool whole) {
    if (pattern_ != nullptr) {
      if (auto found = pattern_->last_match(line)) {
        last_ = std::move(*found);
        matched_ = true;
      }
    } else if (line.find_first_not_of(" \t") != std::string_view::npos) {
      last_ = line;
      whole_ = whole;
      seen_ = true;
    }
  }

  const ValuePattern* pattern_;
  LineReader lines_;
  std::string last_;
  bool whole_ = true;
  bool seen_ = false;
  bool matched_ = false;
};

// Reads what is there, at most a fixed amount so that a flood on one stream leaves time for everything else.
void read_some(Descriptor& descriptor, const std::function<void(std::string_view)>& take) {
  std::array<char, 8'192> buffer{};  // on the stack of every job
  for (int round = 0; round < 128; ++round) {
    const ssize_t count = read(descriptor.number(), buffer.data(), buffer.size());
    if (count > 0) {
      take({buffer.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
      descriptor.close();
      return;
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

class TrialRun {
 public:
  TrialRun(const CommandOptions& options, const RunLimits& limits, const ValuePattern* pattern,
           std::stop_token stop)
      : child_(options), limits_(limits), stop_(std::move(stop)), output_(pattern) {
    if (limits_.timeout) deadline_ = begin_ + *limits_.timeout;
  }

  // Until the command has ended, by itself or not, and nothing of it is left.
  void finish() {
    while (!child_.ending()) {
      const Clock::time_point now = Clock::now();
      if (!ending_since_ && (stop_.stop_requested() || (deadline_ && now >= *deadline_))) {
        cancelled_ = stop_.stop_requested();
        timed_out_ = !cancelled_;
        ending_since_ = now;
        child_.terminate();
      }
      if (ending_since_ && now - *ending_since_ >= limits_.grace) break;
      wait_for_something(next_moment(now), true);
    }
    ending_ = child_.ending();
    const Clock::time_point until = Clock::now() + (ending_since_ ? milliseconds(0) : linger);
    while ((child_.output.number() >= 0 || child_.errors.number() >= 0) && Clock::now() < until &&
           !stop_.stop_requested())
      wait_for_something(std::min(until - Clock::now(), Clock::duration(glance)), false);
    all_gone_ = child_.end_all();
    read_rest();
  }

  bool cancelled() const { return cancelled_; }

  Outcome outcome(const TrialFolder& folder) {
    Outcome outcome;
    outcome.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    outcome.timed_out = timed_out_;
    if (ending_ && ending_->kind == Ending::Kind::exited && !timed_out_) outcome.exit_code = ending_->number;
    outcome.error_tail = text_of(errors_);
    outcome.output_tail = text_of(printed_);
    outcome.failure = reason_against();
    if (!outcome.failure.empty()) return outcome;
    const std::optional<ParsedResult> written = folder.result();
    const ParsedResult parsed = written ? *written : output_.result();
    if (const auto* result = std::get_if<Result>(&parsed))
      outcome.result = *result;
    else
      outcome.failure = fmt::format("no value: {}", std::get<NoResult>(parsed).reason);
    return outcome;
  }

 private:
  static std::string text_of(const Tail& tail) {
    return fmt::format("{}{}", tail.cut() ? "… " : "", printable(tail.bytes()));
  }

  Clock::duration next_moment(Clock::time_point now) const {
    Clock::duration wait = stop_.stop_possible() && !ending_since_ ? Clock::duration(glance)
                                                                   : Clock::duration(std::chrono::minutes(1));
    if (deadline_ && !ending_since_) wait = std::min(wait, *deadline_ - now);
    if (ending_since_) wait = std::min(wait, *ending_since_ + limits_.grace - now);
    return wait;
  }

  // The end of the command is only looked at, not taken note of: if it has come by now, this returns at once.
  void wait_for_something(Clock::duration limit, bool also_for_the_end) {
    const auto time =
        std::clamp(std::chrono::ceil<milliseconds>(limit), milliseconds(0), milliseconds(60'000));
    std::array<pollfd, 3> events = {{{child_.output.number(), POLLIN, 0},
                                     {child_.errors.number(), POLLIN, 0},
                                     {also_for_the_end ? child_.watch_descriptor() : -1, POLLIN, 0}}};
    if (poll(events.data(), events.size(), static_cast<int>(time.count())) <= 0) return;
    if (events[0].revents != 0) read_output();
    if (events[1].revents != 0) read_errors();
  }

  void read_output() {
    read_some(child_.output, [this](std::string_view bytes) {
      output_.add(bytes);
      printed_.add(bytes);
    });
  }
  void read_errors() {
    read_some(child_.errors, [this](std::string_view bytes) { errors_.add(bytes); });
  }

  // Nobody writes any more, so what the pipes hold is all there will be.
  void read_rest() {
    for (int i = 0; i < 64 && child_.output.number() >= 0; ++i) read_output();
    for (int i = 0; i < 64 && child_.errors.number() >= 0; ++i) read_errors();
  }

  std::string reason_against() const {
    if (timed_out_)
      return fmt::format("no result within {:g} s{}",
                         std::chrono::duration<double>(limits_.timeout.value_or(milliseconds(0))).count(),
                         ending_ ? "; it was ended" : "; it ignored SIGTERM and was killed");
    if (!all_gone_ || !ending_) return "a process of the command cannot be ended";
    return ending_->good() ? "" : fmt::format("the command {}", describe(*ending_));
  }

  Clock::time_point begin_ = Clock::now();
  ChildProcess child_;
  RunLimits limits_;
  std::stop_token stop_;
  std::optional<Clock::time_point> deadline_;
  std::optional<Clock::time_point> ending_since_;
  std::optional<Ending> ending_;
  OutputReader output_;
  Tail printed_{kept_of_a_stream};
  Tail errors_{kept_of_a_stream};
  bool timed_out_ = false;
  bool cancelled_ = false;
  bool all_gone_ = true;
};

// A command may look at the study it belongs to, but it gets no password for it.
std::vector<std::string> secret_variables() {
  const char* store =
      std::getenv("CRAGGY_STORE");  // NOLINT(concurrency-mt-unsafe): nobody here sets variables
  if (store == nullptr || redacted(store) == store) return {};
  return {"CRAGGY_STORE"};
}

}  // namespace

std::string cannot_start(const TrialCommand& trial, const std::error_code& why) {
  return fmt::format("{} cannot be started: {}", excerpt(trial.command.front()), why.message());
}

Outcome run_trial(const TrialCommand& trial, const RunLimits& limits, const ValuePattern* pattern,
                  const std::stop_token& stop) {
  try {
    return run_trial_if_it_starts(trial, limits, pattern, stop);
  } catch (const std::system_error& error) {
    return {.failure = cannot_start(trial, error.code())};
  }
}

Outcome run_trial_if_it_starts(const TrialCommand& trial, const RunLimits& limits,
                               const ValuePattern* pattern, const std::stop_token& stop) {
  std::optional<TrialFolder> own;
  const TrialFolder& folder =
      trial.folder != nullptr ? *trial.folder : own.emplace(trial.input.parameters_json);
  CommandOptions options{.command = trial.command,
                         .environment = trial_variables(trial.input, trial.parameters),
                         .withheld_prefix = std::string(parameter_prefix),
                         .withheld = secret_variables(),
                         .with_input = false};
  options.environment["CRAGGY_TRIAL_FOLDER"] = folder.path();
  options.environment["CRAGGY_PARAMS_FILE"] = folder.parameters_file();
  options.environment["CRAGGY_RESULT_FILE"] = folder.result_file();
  try {
    TrialRun run(options, limits, pattern, stop);
    run.finish();
    if (run.cancelled()) throw Cancelled();
    return run.outcome(folder);
  } catch (const std::system_error& error) {
    if (is_shortage(error.code().value()))
      throw Error(fmt::format("{}; fewer jobs, or higher limits (ulimit -n, ulimit -u), would help",
                              cannot_start(trial, error.code())));
    throw;
  }
}

}  // namespace craggy::execution
