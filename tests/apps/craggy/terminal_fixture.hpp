// The program in front of somebody: in a folder of its own, in a real terminal, and with output that is none.
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"
#include "terminal_session.hpp"

namespace craggy::cli::testing {

using Finished = TerminalSession::Finished;

inline void expect_has(const Finished& finished, const std::string& text) {
  EXPECT_NE(finished.text.find(text), std::string::npos) << "there is no '" << text << "' in\n"
                                                         << finished.text;
}

class TerminalFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!TerminalSession::is_available()) GTEST_SKIP() << "tmux is not installed";
    terminal_.emplace(folder_.path());
  }

  Finished finish(const std::string& command) { return terminal_->finish(command); }

  /// The same with standard output and standard error in files, as under a batch system.
  int finish_in_files(const std::string& command) {
    return finish(command + " >out 2>errors </dev/null").code;
  }

  std::string content_of(const std::string& file) const {
    std::ifstream stream(folder_.path() + "/" + file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

  std::vector<std::string> lines_of(const std::string& file) const {
    std::ifstream stream(folder_.path() + "/" + file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }

  void expect_soon(const std::string& text) const {
    EXPECT_TRUE(terminal_->shows(text)) << "there is no '" << text << "' in\n" << terminal_->screen();
  }

  craggy::testing::TemporaryFolder folder_;
  std::optional<TerminalSession> terminal_;
};

}  // namespace craggy::cli::testing
