// What `craggy run` and `craggy worker` say while they run and at the end.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

#include <craggy/runs/runner.hpp>

#include "context.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "progress.hpp"
#include "study/log_file.hpp"
#include "study/run_end_text.hpp"
#include "study/run_lines.hpp"

namespace craggy::cli {

struct RunOutputOptions {
  bool json = false;
  bool jsonl = false;
  bool quiet = false;
  std::optional<double> optimum{};
  std::string log_file{};  // "": none
  RunPlan plan{};
  std::chrono::milliseconds grace{};  // of commands that are ended
  std::string store{};                // its URL, without a password
};

/// Options that fill these in: --optimum, --log-file, --json, --jsonl, --quiet.
void add_output_options(OptionParser& parser, RunOutputOptions& options);
void check_output_options(const RunOutputOptions& options);

class RunOutput {
 public:
  /// Throws InvalidArgument for a log file that cannot be written.
  RunOutput(const Study& study, const RunOutputOptions& options, const Context& context);

  /// A Listener. Throws OutputLost once nobody reads the lines of --jsonl.
  void show(const RunEvent& event, const RunState& state);
  /// Something that is worth knowing even of a quiet run. From any thread.
  void note(const std::string& text);

 private:
  void finish(RunEnd end, double seconds);
  void show_trial(const RunEvent& event);
  void show_line(const RunEvent& event);
  void say_interrupted(const RunState& state);
  // Each with the mutex held.
  void say(const std::string& text);
  void log(const std::string& line);
  std::string progress_line(const RunState& state) const;
  /// The share of the way from the first value to the optimum.
  std::optional<double> gap(const std::optional<TrialRecord>& best) const;
  Json summary(RunEnd end, const std::string& why, double seconds) const;
  std::optional<RecommendedTrial> recommended() const;
  RunFacts facts() const;
  void print(double seconds) const;
  void print_line(std::string_view label, std::string_view text) const;
  void print_without_best(bool any_finished) const;
  void print_failures() const;

  const Study& study_;
  RunOutputOptions options_;
  const Context& context_;
  std::mutex mutex_;  // of what is printed
  Progress progress_;
  mutable std::optional<double> first_;  // once there is one
  RunLines lines_;
  std::optional<LogFile> log_file_;
  bool said_log_problem_ = false;
  bool any_started_ = false;
  std::optional<craggy::Outcome> failure_;  // the last one
  bool said_stopping_ = false;
  std::optional<std::chrono::steady_clock::time_point> aborted_;  // when that was said
};

/// The exit code of a run that ended like that.
int exit_code_of(RunEnd end, const Study& study);

}  // namespace craggy::cli
