// A store in a folder of its own, and the command line on it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run_craggy.hpp"

namespace craggy::cli::testing {

class StudyFixture : public ::testing::Test {
 protected:
  Outcome craggy(std::vector<std::string> arguments, const Surroundings& surroundings = {}) const {
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    const std::vector<std::string> store = {"--store", store_};
    arguments.insert(dashes, store.begin(), store.end());
    return run_craggy(arguments, surroundings);
  }

  /// The one line on stderr of a command that ends with `code`, without "craggy: ".
  std::string error(const std::vector<std::string>& arguments, int code) const {
    const Outcome outcome = craggy(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.out;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("craggy: ")) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    return outcome.err.size() > 9 ? outcome.err.substr(8, outcome.err.size() - 9) : outcome.err;
  }

  /// `craggy run` with random points, unless said otherwise, with whatever command, and what follows.
  Outcome run(std::vector<std::string> options, const std::vector<std::string>& command,
              const Surroundings& surroundings = {}) const {
    std::vector<std::string> arguments = {"run", "--study", "tune", "--allow-new-command"};
    if (std::find(options.begin(), options.end(), "--surrogate") == options.end())
      arguments.insert(arguments.end(), {"--surrogate", "random"});
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), command.begin(), command.end());
    return craggy(arguments, surroundings);
  }

  /// The same for a script of the shell.
  Outcome run_shell(const std::vector<std::string>& options, const std::string& script) const {
    return run(options, {"/bin/sh", "-c", script});
  }

  TemporaryFolder folder_;
  std::string store_ = "sqlite:///" + folder_.path() + "/studies.db";
};

}  // namespace craggy::cli::testing
