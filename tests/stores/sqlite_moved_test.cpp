// What happens to the files of a store while it is in use, and files with two names.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "conformance.hpp"
#include "index_fault.hpp"
#include "sqlite_connection.hpp"
#include "support/forked.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

namespace fs = std::filesystem;
using testing::Forked;
using testing::message_of;
using testing::TemporaryFolder;

class SqliteMoved : public ::testing::Test {
 protected:
  SqliteMoved() {
    study_ = store_->create_study(testing::example_definition())->id;
    for (int i = 0; i < 3; ++i) store_->add(study_, "{}", {1.0 * i});
  }

  /// The next result is refused with a message that names what was lost and where the rest is.
  void expect_refused(const std::string& why) {
    const std::string rescued = path_ + ".rescued-" + std::to_string(getpid()) + ".db";
    const std::string message = message_of<StoreUnreachable>([&] { store_->add(study_, "{}", {3.0}); });
    EXPECT_NE(message.find("the store " + path_ + " is not what it was: "), std::string::npos) << message;
    EXPECT_NE(message.find(why), std::string::npos) << message;
    EXPECT_NE(message.find(rescued), std::string::npos) << message;
    EXPECT_EQ(message_of<StoreError>([&] { store_->news(study_, 0); }), message) << "it stays that way";
  }

  /// All that was acknowledged before.
  void expect_rescued() const {
    const std::string rescued = path_ + ".rescued-" + std::to_string(getpid()) + ".db";
    const auto store = open_store(rescued, {.create = false});
    const News news = store->news(study_, 0);
    ASSERT_EQ(news.trials.size(), 3u);
    for (const TrialRow& row : news.trials) EXPECT_EQ(row.result, Result{static_cast<double>(row.number)});
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/store.db";
  std::shared_ptr<Store> store_ = open_store(path_);
  StudyId study_ = 0;
};

TEST_F(SqliteMoved, ADeletedFileIsNoticedAndItsContentRescued) {
  fs::remove(path_);
  expect_refused("the file was deleted, moved or replaced");
  expect_rescued();
}

TEST_F(SqliteMoved, AReplacedFileIsNoticedAndLeftAlone) {
  fs::copy_file(path_, path_ + ".new");
  fs::rename(path_ + ".new", path_);
  const auto size = fs::file_size(path_);
  expect_refused("the file was deleted, moved or replaced");
  expect_rescued();
  EXPECT_EQ(fs::file_size(path_), size);
}

TEST_F(SqliteMoved, ALogThatIsCutShortIsNoticed) {
  fs::resize_file(path_ + "-wal", 0);
  expect_refused("was deleted, replaced or cut short");
  const std::string message = message_of<StoreError>([&] { store_->news(study_, 0); });
  EXPECT_EQ(message.find("All that had been stored"), std::string::npos) << message;
}

TEST_F(SqliteMoved, ALogOfWhichAPartIsCutOffIsNoticed) {
  fs::resize_file(path_ + "-wal", fs::file_size(path_ + "-wal") - 1);
  EXPECT_NE(message_of<StoreUnreachable>([&] { store_->add(study_, "{}", {3.0}); }).find("cut short"),
            std::string::npos);
}

TEST_F(SqliteMoved, ADeletedLogIsNoticedAndItsContentRescued) {
  fs::remove(path_ + "-wal");
  expect_refused("its log");
  expect_rescued();
}

// Of a process that was killed, the log may have what the file has not.
TEST_F(SqliteMoved, ALogWithoutItsFileIsNotThrownAway) {
  const TemporaryFolder other;
  const std::string path = other.path() + "/store.db";
  fs::copy_file(path_ + "-wal", path + "-wal");
  EXPECT_NE(
      message_of<StoreError>([&] { open_store(path); }).find("is not there, but its log " + path + "-wal is"),
      std::string::npos);
  std::ofstream(path) << "";
  EXPECT_NE(message_of<StoreError>([&] { open_store(path); }).find("is empty, but its log"),
            std::string::npos);
  fs::copy_file(path_, path, fs::copy_options::overwrite_existing);
  EXPECT_EQ(open_store(path)->news(study_, 0).trials.size(), 3u);
}

TEST_F(SqliteMoved, NothingIsWrittenOnceItIsNoticed) {
  fs::remove(path_);
  EXPECT_THROW(store_->add(study_, "{}", {3.0}), StoreError);
  const std::string rescued = path_ + ".rescued-" + std::to_string(getpid()) + ".db";
  EXPECT_EQ(open_store(rescued)->news(study_, 0).trials.size(), 3u);
}

TEST_F(SqliteMoved, WhatWasRescuedBeforeIsLeftAlone) {
  const std::string rescued = path_ + ".rescued-" + std::to_string(getpid());
  std::ofstream(rescued + ".db") << "of an earlier process with this number";
  fs::remove(path_);
  const std::string message = message_of<StoreError>([&] { store_->add(study_, "{}", {3.0}); });
  EXPECT_TRUE(message.ends_with("All that had been stored is in " + rescued + "-2.db")) << message;
  EXPECT_EQ(open_store(rescued + "-2.db")->news(study_, 0).trials.size(), 3u);
}

TEST_F(SqliteMoved, ADeletedIndexIsNoticedAndEverythingRescued) {
  fs::remove(path_ + "-shm");
  expect_refused("its index, the file that ends in -shm, was deleted or replaced");
  expect_rescued();
}

// A file that was written to an hour ago, so that its times tell what happens to it now.
class SqliteOverwritten : public SqliteMoved {
 protected:
  SqliteOverwritten() {
    store_.reset();
    fs::last_write_time(path_, fs::file_time_type::clock::now() - std::chrono::hours(1));
    store_ = open_store(path_);
  }

  void overwrite(const std::string& file, std::streamoff begin) const {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(begin);
    stream << std::string(100, 'x');
  }

  std::string content() const {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  /// Somebody else at the same database.
  std::unique_ptr<stores::SqlConnection> other_ = stores::open_sqlite({path_}, {});
};

const char* const is_overwritten = "the file was cut short, or another program wrote to it";

TEST_F(SqliteOverwritten, AFileThatIsWrittenToIsNoticedAndLeftAlone) {
  store_->add(study_, "{}", {3.0});
  other_.reset();
  overwrite(path_, static_cast<std::streamoff>(fs::file_size(path_)) - 100);
  const std::string restored = content();
  expect_refused(is_overwritten);
  store_.reset();
  EXPECT_EQ(content(), restored) << "nothing is worked into what somebody has restored";
}

TEST_F(SqliteOverwritten, AFileThatIsCutShortIsNoticed) {
  fs::resize_file(path_, 0);
  expect_refused(is_overwritten);
}

TEST_F(SqliteOverwritten, AFileThatIsOverwrittenAfterACheckpointIsNoticed) {
  store_->add(study_, "{}", {3.0});
  other_->execute("PRAGMA wal_checkpoint(PASSIVE)");
  store_->add(study_, "{}", {4.0});
  fs::last_write_time(path_, fs::file_time_type::clock::now() - std::chrono::hours(1));
  store_->add(study_, "{}", {5.0});
  overwrite(path_, static_cast<std::streamoff>(fs::file_size(path_)) - 100);
  expect_refused(is_overwritten);
}

TEST_F(SqliteOverwritten, TimesThatAreSetDoNoHarm) {
  store_->add(study_, "{}", {3.0});
  fs::last_write_time(path_, fs::file_time_type::clock::now());
  store_->add(study_, "{}", {4.0});
  EXPECT_EQ(store_->news(study_, 0).trials.size(), 5u);
}

TEST_F(SqliteOverwritten, WhatSqliteDoesItselfIsNoDamage) {
  for (const char* statement : {"PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(RESTART)", "VACUUM",
                                "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA wal_checkpoint(FULL)"}) {
    store_->add(study_, "{}", {3.0});
    other_->execute(statement);
    EXPECT_NO_THROW(store_->add(study_, "{}", {4.0})) << statement;
  }
  other_->execute("PRAGMA wal_checkpoint(TRUNCATE)");
  ASSERT_EQ(fs::file_size(path_ + "-wal"), 0u);
  store_->add(study_, "{}", {5.0});
  EXPECT_EQ(store_->news(study_, 0).trials.size(), 14u);
}

TEST_F(SqliteOverwritten, ALogWithAnotherContentIsNoticed) {
  store_->add(study_, "{}", {3.0});
  overwrite(path_ + "-wal", 0);
  expect_refused("its log, the file that ends in -wal, was deleted, replaced or cut short");
}

// What happens to a process when the index is cut short: in a process of its own, whose memory that is.
class SqliteIndex : public ::testing::Test {
 protected:
  /// The exit code of a process that stores a trial, has the index cut short, and goes on with `body`.
  int in_a_process(const std::function<int(Store& store, StudyId study)>& body) const {
    Forked process([&] {
      const auto store = open_store(path_);
      const StudyId study = store->create_study(testing::example_definition())->id;
      store->add(study, "{}", {1.0});
      fs::resize_file(path_ + "-shm", 0);
      return body(*store, study);
    });
    return process.wait();
  }

  /// What a process that dies of a SIGBUS wrote to standard error before. Its code, or minus the signal.
  int dying(const std::function<void()>& body) {
    Forked process([&] {
      const int file = open(errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(file, STDERR_FILENO);
      stores::end_on_index_fault(4);
      body();
      return 0;
    });
    return process.wait();
  }

  std::string errors() const {
    std::ifstream stream(errors_);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/store.db";
  std::string errors_ = folder_.path() + "/errors";
};

TEST_F(SqliteIndex, ThatIsCutShortIsNoticedBeforeItIsUsed) {
  const int code = in_a_process([](Store& store, StudyId study) {
    const std::string first = message_of<StoreUnreachable>([&] { store.add(study, "{}", {2.0}); });
    if (first.find("the file that ends in -shm, was cut short") == std::string::npos) return 1;
    return message_of<StoreUnreachable>([&] { store.news(study, 0); }) == first ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
  const auto store = open_store(path_, {.create = false});
  EXPECT_EQ(store->news(store->find_study("tune")->id, 0).trials.size(), 1u) << "what was acknowledged";
  store->add(store->find_study("tune")->id, "{}", {2.0});
}

TEST_F(SqliteIndex, ThatIsCutShortWhileItIsUsedEndsTheProcessWithASentence) {
  const int code = dying([this] {
    const auto connection = stores::open_sqlite({path_}, {});
    fs::resize_file(path_ + "-shm", 0);
    connection->execute("SELECT name FROM sqlite_master", {});
  });
  EXPECT_EQ(code, 4);
  EXPECT_TRUE(
      errors().starts_with("craggy: the index of the store's log, the file that ends in -shm, was cut"))
      << errors();
}

TEST_F(SqliteIndex, AnyOtherFaultIsWhatItWas) {
  const int code = dying([this] {
    const std::string other = folder_.file("other", std::string(4096, 'x'));
    const int file = open(other.c_str(), O_RDWR);
    void* const memory = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
    fs::resize_file(other, 0);
    _exit(*static_cast<volatile char*>(memory));
  });
  EXPECT_EQ(code, -SIGBUS);
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(dying([] { raise(SIGBUS); }), -SIGBUS) << "somebody else may send it, too";
  EXPECT_EQ(errors(), "");
}

TEST(SqliteNames, AFileWithTwoNamesIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  open_store(path);
  fs::create_hard_link(path, folder.path() + "/other.db");
  const std::string message = message_of<StoreError>([&] { open_store(path); });
  EXPECT_NE(message.find("has 2 names (hard links)"), std::string::npos) << message;
  EXPECT_EQ(message_of<StoreError>([&] { open_store(folder.path() + "/other.db"); }).find("(no error)"),
            std::string::npos);
  fs::remove(folder.path() + "/other.db");
  open_store(path);
}

TEST(SqliteNames, ASymbolicLinkIsTheSameStore) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const auto store = open_store(path);
  const StudyId study = store->create_study(testing::example_definition())->id;
  fs::create_symlink(path, folder.path() + "/link.db");
  const auto linked = open_store(folder.path() + "/link.db");
  linked->add(study, "{}", {1.0});
  EXPECT_EQ(store->news(study, 0).trials.size(), 1u);
}

TEST(SqliteNames, AFileThatIsMountedByItselfIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  open_store(path);
  const std::string mounted = folder.file("mounted.db", "");
  constexpr int may_not = 77;
  Forked container([&] {
    if (unshare(CLONE_NEWNS) != 0) return may_not;
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return may_not;
    if (mount(path.c_str(), mounted.c_str(), nullptr, MS_BIND, nullptr) != 0) return may_not;
    const std::string message = message_of<StoreError>([&] { open_store(mounted); });
    return message.find("mounted as a single file") == std::string::npos ? 1 : 0;
  });
  const int code = container.wait();
  if (code == may_not) GTEST_SKIP() << "this user may not mount";
  EXPECT_EQ(code, 0);
}

}  // namespace
}  // namespace craggy
