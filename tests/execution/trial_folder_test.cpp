#include "execution/trial_folder.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <craggy/base/error.hpp>

#include "execution/output.hpp"
#include "support/forked.hpp"
#include "support/scoped_variable.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::execution {
namespace {

namespace fs = std::filesystem;

std::string reason(const TrialFolder& folder) {
  const auto result = folder.result();
  if (!result) return "(none)";
  return std::holds_alternative<NoResult>(*result) ? std::get<NoResult>(*result).reason : "(a result)";
}

TEST(TrialFolder, HoldsTheParametersAndIsGoneAfterwards) {
  std::string path;
  {
    const TrialFolder folder(R"({"x": 1})");
    path = folder.path();
    std::stringstream text;
    text << std::ifstream(folder.parameters_file()).rdbuf();
    EXPECT_EQ(text.str(), R"({"x": 1})");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    EXPECT_EQ(reason(folder), "(none)");
    fs::create_directories(path + "/deep/deeper");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TrialFolder, HoldsOtherFilesToo) {
  const TrialFolder folder("{}", {{"deck.in", "x = 1\n"}, {"mesh.geo", ""}});
  std::stringstream text;
  text << std::ifstream(folder.path() + "/deck.in").rdbuf();
  EXPECT_EQ(text.str(), "x = 1\n");
  EXPECT_TRUE(fs::exists(folder.path() + "/mesh.geo"));
  for (const std::string& file : {folder.parameters_file(), folder.result_file()})
    EXPECT_TRUE(is_file_of_trials(fs::path(file).filename().string()));
  EXPECT_FALSE(is_file_of_trials("deck.in"));
}

TEST(TrialFolder, ReadsTheResult) {
  const TrialFolder folder("{}");
  std::ofstream(folder.result_file()) << "{\"value\": 1,\n \"noise\": 2}\n";
  EXPECT_EQ(folder.result(), std::optional<ParsedResult>(Result{1.0, {}, 2.0}));
}

TEST(TrialFolder, AResultFileThatIsNone) {
  const TrialFolder folder("{}");
  const auto with = [&](const std::string& content) {
    std::ofstream(folder.result_file(), std::ios::binary) << content;
    return reason(folder);
  };
  EXPECT_EQ(with(""), "in the result file, there is nothing but blanks");
  EXPECT_EQ(with("abc"), "in the result file, 'abc' is not a number");
  EXPECT_EQ(with(std::string(longest_line + 1, '1')), "the result file has more than 65536 bytes");
  fs::remove(folder.result_file());
  fs::create_directory(folder.result_file());
  EXPECT_EQ(reason(folder), "the result file is a folder, not a file");
  fs::remove(folder.result_file());
  ASSERT_EQ(mkfifo(folder.result_file().c_str(), 0600), 0);
  EXPECT_EQ(reason(folder), "the result file is a pipe, not a file");
  fs::remove(folder.result_file());
  fs::create_symlink("/dev/zero", folder.result_file());
  EXPECT_EQ(reason(folder), "the result file is a device, not a file");
  fs::remove(folder.result_file());
  fs::create_symlink("nowhere", folder.result_file());
  EXPECT_EQ(reason(folder), "the result file cannot be read: No such file or directory");
}

TEST(TrialFolder, WhatAProcessLeftThatWasKilledIsRemoved) {
  const craggy::testing::TemporaryFolder scratch;
  const craggy::testing::ScopedVariable variable("TMPDIR", scratch.path());
  craggy::testing::Forked victim([] {
    const TrialFolder folder("{}");
    raise(SIGKILL);
    return 0;
  });
  EXPECT_EQ(victim.wait(), -SIGKILL);
  const TrialFolder in_use("{}");
  fs::create_directory(scratch.path() + "/craggy-other");
  fs::create_directory(scratch.path() + "/craggy-run-readable");  // not made by us: others may look into it
  const auto count = [&] { return std::distance(fs::directory_iterator(scratch.path()), {}); };
  EXPECT_EQ(count(), 4);
  remove_abandoned_folders();
  EXPECT_EQ(count(), 3);
  EXPECT_TRUE(fs::exists(in_use.parameters_file()));
}

TEST(TrialFolder, SaysWhereItCannotWrite) {
  const craggy::testing::TemporaryFolder scratch;
  const craggy::testing::ScopedVariable variable("TMPDIR", scratch.path() + "/none");
  try {
    const TrialFolder folder("{}");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot write a folder into " + scratch.path() +
                  "/none: No such file or directory; TMPDIR says where the files of "
                  "trials go");
  }
}

}  // namespace
}  // namespace craggy::execution
