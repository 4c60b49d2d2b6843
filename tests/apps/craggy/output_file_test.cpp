#include "output_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

std::string content_of(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

TEST(OutputFile, ReplacesWhatWasThere) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("page.md", "old and longer");
  write_whole_file(path, "new\n");
  EXPECT_EQ(content_of(path), "new\n");
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(OutputFile, SaysWhatItCannotWrite) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(write_whole_file(folder.path() + "/none/page.md", "new"), Error);
  // A folder is in the way: nothing is left behind.
  const std::string taken = folder.path() + "/taken";
  std::filesystem::create_directory(taken);
  EXPECT_THROW(write_whole_file(taken, "new"), Error);
  EXPECT_FALSE(std::filesystem::exists(taken + ".part"));
}

}  // namespace
}  // namespace craggy::cli
