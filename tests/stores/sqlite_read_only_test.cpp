// Stores that may be read but not written, as somebody who is not root.
#include <array>
#include <filesystem>
#include <functional>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "conformance.hpp"
#include "support/forked.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

namespace fs = std::filesystem;
using testing::Forked;
using testing::message_of;
using testing::TemporaryFolder;

class SqliteReadOnly : public ::testing::Test {
 protected:
  /// What the call returns as a user who may only read, or its error.
  std::string as_reader(const std::function<std::string()>& call) const {
    for (const auto& file : fs::directory_iterator(folder_.path()))
      fs::permissions(file, fs::perms::owner_read | fs::perms::others_read);
    fs::permissions(folder_.path(), fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                                        fs::perms::others_exec);
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    Forked reader([&] {
      constexpr uid_t nobody = 65534;
      if (getuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) return 1;
      std::string said;
      try {
        said = call();
      } catch (const std::exception& error) {
        said = error.what();
      }
      return write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size()) ? 0 : 1;
    });
    EXPECT_EQ(reader.wait(), 0);
    fs::permissions(folder_.path(), fs::perms::owner_all);
    close(ends[1]);
    std::array<char, 2000> text{};
    const ssize_t size = read(ends[0], text.data(), text.size());
    close(ends[0]);
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

  std::string count_trials() const {
    return as_reader([this] {
      const auto store = open_store(path_, {.create = false});
      return std::to_string(store->news(store->find_study("tune")->id, 0).trials.size());
    });
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/a study.db";
};

TEST_F(SqliteReadOnly, AFileWithoutALogIsRead) {
  {
    const auto store = open_store(path_);
    store->add(store->create_study(testing::example_definition())->id, "{}", {1.0});
  }
  EXPECT_FALSE(fs::exists(path_ + "-wal"));
  EXPECT_EQ(count_trials(), "1");
}

TEST_F(SqliteReadOnly, ALogThatWasLeftBehindIsReadToo) {
  Forked killed([this] {
    const auto store = open_store(path_);
    const StudyId study = store->create_study(testing::example_definition())->id;
    store->add(study, "{}", {1.0});
    store->add(study, "{}", {2.0});
    _exit(0);
    return 0;
  });
  EXPECT_EQ(killed.wait(), 0);
  fs::remove(path_ + "-shm");
  ASSERT_GT(fs::file_size(path_ + "-wal"), 0u);
  EXPECT_EQ(count_trials(), "2");
}

TEST_F(SqliteReadOnly, WritingIsAnError) {
  {
    const auto store = open_store(path_);
    store->create_study(testing::example_definition());
  }
  const std::string said = as_reader([this] {
    const auto store = open_store(path_, {.create = false});
    store->add(store->find_study("tune")->id, "{}", {1.0});
    return std::string("written");
  });
  EXPECT_TRUE(said.starts_with("the store " + path_ + " cannot be written: ")) << said;
}

}  // namespace
}  // namespace craggy
