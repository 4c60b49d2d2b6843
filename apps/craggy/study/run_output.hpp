// What `craggy run` and `craggy worker` say while they run and at the end.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

#include <craggy/runs/runner.hpp>

#include "context.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "progress.hpp"

namespace craggy::cli {

struct RunOutputOptions {
  bool json = false;
  bool jsonl = false;
  bool quiet = false;
  std::optional<double> optimum{};
  std::optional<TrialNumber> max_trials{};
  std::string store{};  // its URL, without a password
};

/// Options that fill these in: --optimum, --json, --jsonl, --quiet.
void add_output_options(OptionParser& parser, RunOutputOptions& options);
void check_output_options(const RunOutputOptions& options);

class RunOutput {
 public:
  RunOutput(const Study& study, const RunOutputOptions& options, const Context& context);

  /// A Listener. Throws OutputLost once nobody reads the lines of --jsonl.
  void show(const RunEvent& event, const RunState& state);
  /// Something that is worth knowing even of a quiet run. From any thread.
  void note(const std::string& text);

 private:
  void finish(RunEnd end, double seconds);
  void show_trial(const RunEvent& event);
  std::string progress_line(const RunState& state) const;
  /// The share of the way from the first value to the optimum.
  std::optional<double> gap(const std::optional<TrialRecord>& best) const;
  Json summary(RunEnd end, double seconds) const;
  std::optional<RecommendedTrial> recommended() const;
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
  bool said_stopping_ = false;
};

/// The exit code of a run that ended like that.
int exit_code_of(RunEnd end, const Study& study);

}  // namespace craggy::cli
