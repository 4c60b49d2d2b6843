// One line per trial, for standard error where that is no terminal, and for the file of --log-file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <craggy/runs/runner.hpp>

namespace craggy::cli {

enum class LineDetail {
  glance,  // six digits, and parameters that are cut where they get long
  exact,   // all of it
};

/// "2026-11-18T22:15:03Z": now, in UTC.
std::string time_stamp();

class RunLines {
 public:
  /// `best`: of the study so far.
  RunLines(Direction direction, std::optional<double> best) : direction_(direction), best_(best) {}

  /// Takes note of what was found. Asks nobody: the store may be slow.
  void take(const RunEvent& event);

  /// Of a trial that has finished, failed, or is tried again:
  /// "2026-11-18T22:15:03Z  trial 12  0.31  best 0.25  lr=0.001, opt=adam".
  std::string line(const RunEvent& event, LineDetail detail) const;

 private:
  Direction direction_;
  std::optional<double> best_;
};

}  // namespace craggy::cli
