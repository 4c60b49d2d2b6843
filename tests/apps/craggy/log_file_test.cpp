#include "study/log_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::message_of;

std::string content_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(LogFile, Appends) {
  const craggy::testing::TemporaryFolder folder;
  const std::string path = folder.file("log", "before\n");
  LogFile one(path);
  LogFile other(path);
  EXPECT_TRUE(one.append("first"));
  EXPECT_TRUE(other.append("second"));
  EXPECT_TRUE(one.append("third"));
  EXPECT_EQ(content_of(path), "before\nfirst\nsecond\nthird\n");
}

TEST(LogFile, AFullDiskIsAProblemAndNoEnd) {
  LogFile full("/dev/full");
  EXPECT_FALSE(full.append("first"));
  EXPECT_EQ(full.problem(), "the log file '/dev/full' cannot be written: No space left on device");
  EXPECT_FALSE(full.append("second"));
}

TEST(LogFile, WhatCannotBeALogIsRefused) {
  const craggy::testing::TemporaryFolder folder;
  const std::string nowhere = folder.path() + "/none/log";
  EXPECT_EQ(message_of([&] { LogFile{nowhere}; }),
            "the log file is '" + nowhere + "', but it cannot be written: No such file or directory");
  const std::string database = folder.file("craggy.db", std::string("SQLite format 3\0 and more", 25));
  for (const std::string& file : {database, database + "-wal"})
    EXPECT_EQ(message_of([&] { LogFile{file}; }),
              "the log file is '" + file +
                  "', but it is a database, or belongs to one, and no line may be added to it");
  EXPECT_EQ(content_of(database).size(), 25U);
  EXPECT_FALSE(std::filesystem::exists(database + "-wal"));
}

}  // namespace
}  // namespace craggy::cli
