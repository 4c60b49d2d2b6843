#include "output_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

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

TEST(OutputFile, NeverReplacesADatabase) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("store.db", std::string("SQLite format 3\0 and the rest", 30));
  EXPECT_THROW(write_whole_file(path, "new"), InvalidArgument);
  EXPECT_TRUE(content_of(path).starts_with("SQLite format 3"));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  const std::string log = folder.file("store.db-wal", "what has not been worked in yet");
  EXPECT_THROW(write_whole_file(log, "new"), InvalidArgument);
  EXPECT_TRUE(content_of(log).starts_with("what"));
  EXPECT_THROW(write_whole_file(path + "-shm", "new"), InvalidArgument) << "it may be there any moment";
  EXPECT_NO_THROW(write_whole_file(folder.path() + "/notes-wal", "new")) << "of no database";
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

TEST(OutputFile, WritesThroughLinksAndIntoPipes) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("page.md", "old");
  const std::string link = folder.path() + "/link";
  std::filesystem::create_symlink("page.md", link);
  write_whole_file(link, "new\n");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content_of(path), "new\n");

  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::jthread reader([&] { got = content_of(pipe); });
  write_whole_file(pipe, "all of it\n");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe)) << "it is not replaced by a file";
  if (!std::filesystem::is_fifo(pipe)) std::ofstream(pipe).close();
  reader.join();
  EXPECT_EQ(got, "all of it\n");
}

// A device of our own: a mistake here would replace the one that the whole machine uses.
TEST(OutputFile, ADeviceThatIsFullIsAnError) {
  const testing::TemporaryFolder folder;
  if (mount("none", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0)
    GTEST_SKIP() << "mounting a disk is not allowed here";
  const std::string full = folder.path() + "/full";
  if (mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) == 0) {
    EXPECT_THROW(write_whole_file(full, "new"), Error);
    EXPECT_TRUE(std::filesystem::is_character_file(full));
  }
  EXPECT_EQ(umount(folder.path().c_str()), 0);
}

}  // namespace
}  // namespace craggy::cli
