// What came of studies that a benchmark runs, a line of JSON for each, so that it can be interrupted and
// resumed.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "json_output.hpp"

namespace craggy::cli {

class StudyLog {
 public:
  /// Reads the file if it is there; without a name nothing is kept. A last line that was cut short does not
  /// count. Throws Error for a file that is something else.
  explicit StudyLog(std::string file);

  /// Whether there is a line with this "study".
  bool has(const std::string& study) const { return known_.contains(study); }
  /// Throws Error if it cannot be written.
  void add(const Json& line);

  const std::vector<Json>& lines() const { return lines_; }

 private:
  std::string file_;
  std::set<std::string> known_;
  std::vector<Json> lines_;
};

/// The mean, with its standard error: "0.120 ± 0.010".
std::string mean_text(const std::vector<double>& values);

}  // namespace craggy::cli
