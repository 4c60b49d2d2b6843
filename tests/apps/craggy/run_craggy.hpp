// Runs the command line in-process and keeps what it wrote.
#pragma once

#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::cli::testing {

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

inline Outcome run_craggy(const std::vector<std::string>& args, const Surroundings& surroundings = {}) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_cli(args, out, err, surroundings);
  return {code, out.str(), err.str()};
}

/// The line on stderr of a caller's mistake, without "craggy: "; checks that there is one line only and
/// nothing else.
inline std::string misuse(const std::vector<std::string>& args) {
  const Outcome outcome = run_craggy(args);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("craggy: ")) << outcome.err;
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  return outcome.err.size() > 9 ? outcome.err.substr(8, outcome.err.size() - 9) : outcome.err;
}

using craggy::testing::TemporaryFolder;

}  // namespace craggy::cli::testing
