// What is particular to files: what may be in them already, and what may happen to them.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "conformance.hpp"
#include "schema.hpp"
#include "sqlite_connection.hpp"
#include "stores/worker.hpp"
#include "support/forked.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using std::chrono::milliseconds;
using testing::Forked;
using testing::message_of;
using testing::TemporaryFolder;

std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string store_error(const std::function<void()>& call) {
  try {
    call();
  } catch (const StoreError& error) {
    return error.what();
  }
  return "(no error)";
}

/// Does something to a database behind the store's back.
void sql(const std::string& path, const std::string& statement) {
  const auto connection = stores::open_sqlite({path}, {});
  connection->run(stores::Durability::full, [&] {
    connection->execute(statement, {});
    return true;
  });
}

/// The database that is kept of every version.
void write_example(const std::string& path) {
  const auto store = open_store(path);
  const StudyId study = store->create_study(testing::example_definition("kept"))->id;
  const ClaimRequest request{.worker = {"worker", "host", "machine", 123, 456}};
  const auto run = [&](std::string warm) {
    const Claim claim = store->claim(study, request).value();
    store->propose(
        study, claim,
        {"{\"x\":" + std::to_string(claim.trial.number) + "}", "{\"initial\":true}", std::move(warm)}, 0,
        true);
    return claim.trial.number;
  };
  store->tell(study, run(""), 0, {0.1, {-1.0, 0.25}, 0.5});
  store->fail(study, run(""), 0, {.message = "no luck", .exit_code = 3});
  store->keep_output(study, {1, 0, "step 7\n", "no luck\n"});
  run(std::string("warm\0state", 10));
  store->enqueue(study, "{\"x\":0.5}");
  const Claim waiting = store->claim(study, request).value();
  store->claim(study, request);  // a number that is being computed
  store->release(study, waiting.trial.number, waiting.attempt);
}

void expect_example(const std::string& path, int version = stores::schema_version()) {
  const auto store = open_store(path, {.create = false});
  const StudyRow study = store->find_study("kept").value();
  EXPECT_EQ(study.definition, testing::example_definition("kept"));
  const News news = store->news(study.id, 0);
  ASSERT_EQ(news.trials.size(), 5u);
  EXPECT_EQ(news.trials[0].result, (Result{0.1, {-1.0, 0.25}, 0.5}));
  EXPECT_EQ(news.trials[0].params, "{\"x\":0}");
  EXPECT_EQ(news.trials[1].state, TrialState::failed);
  EXPECT_EQ(news.trials[1].message, "no luck");
  EXPECT_EQ(news.trials[2].state, TrialState::running);
  EXPECT_EQ(news.trials[3].state, TrialState::waiting);
  EXPECT_EQ(news.trials[4].state, TrialState::reserved);
  EXPECT_EQ(store->attempts(study.id).size(), 5u);
  EXPECT_EQ(store->attempts(study.id)[1].exit_code, 3);
  EXPECT_EQ(store->latest_warm(study.id)->bytes, std::string("warm\0state", 10));
  constexpr int first_with_outputs = 4;
  EXPECT_EQ(store->outputs(study.id, 1).size(), version >= first_with_outputs ? 1u : 0u);
  EXPECT_EQ(store->tell(study.id, 2, 0, {4.0, {1.0, -1.0}}), Told::accepted);
  EXPECT_EQ(store->claim(study.id, {.worker = this_process()})->trial.number, 3u);
}

TEST(SqliteStore, ADatabaseOfEveryVersionOpens) {
  const TemporaryFolder folder;
  write_example(folder.path() + "/fresh.db");
  const std::string kept = std::string(CRAGGY_TEST_DATA) + "/stores/store-v";
  const std::string latest = kept + std::to_string(stores::schema_version()) + ".db";
  // How a new version is added: tests/data/README.md. What was once kept stays as it is.
  if (std::getenv("CRAGGY_KEEP_STORE") != nullptr)
    std::filesystem::copy_file(folder.path() + "/fresh.db", latest);
  expect_example(folder.path() + "/fresh.db");
  for (int version = 1; version <= stores::schema_version(); ++version) {
    SCOPED_TRACE(version);
    const std::string copy = folder.path() + "/v" + std::to_string(version) + ".db";  // opening makes a log
    std::filesystem::copy_file(kept + std::to_string(version) + ".db", copy);
    expect_example(copy, version);
  }
}

TEST(SqliteStore, ANewerVersionIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  open_store(path)->create_study(testing::example_definition());
  sql(path, "UPDATE craggy_schema SET version = 1000");
  const std::string before = content(path);
  const std::string message = store_error([&] { open_store(path); });
  EXPECT_NE(message.find("written by a newer craggy"), std::string::npos) << message;
  EXPECT_NE(message.find("1000"), std::string::npos) << message;
  EXPECT_EQ(content(path), before);
}

// No study can be called so any more.
TEST(SqliteStore, AStudyThatAnOlderCraggyCalledLikeAFolderIsReadResumedAndDeleted) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const StudyId study = open_store(path)->create_study(testing::example_definition())->id;
  sql(path, "UPDATE craggy_studies SET name = '..'");
  const auto store = open_store(path);
  ASSERT_TRUE(store->find_study(".."));
  EXPECT_EQ(store->find_study("..")->id, study);
  EXPECT_FALSE(store->create_study(testing::example_definition(".."))) << "it is there";
  EXPECT_EQ(store->enqueue(study, "{}"), 0U);
  EXPECT_EQ(store->content("..")->trials.size(), 1U);
  EXPECT_TRUE(store->delete_study(".."));
  EXPECT_THROW(store->create_study(testing::example_definition("..")), InvalidArgument);
}

TEST(SqliteStore, NumbersThatNoTrialCanHaveAreRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const StudyId study = open_store(path)->create_study(testing::example_definition())->id;
  for (const char* number : {"-1", "-5", "4611686018427387904"}) {
    sql(path, "UPDATE craggy_studies SET next_number = " + std::string(number));
    EXPECT_EQ(store_error([&] { open_store(path)->add(study, "{}", {1.0}); }),
              "the store holds a row that craggy cannot have written")
        << number;
  }
}

TEST(SqliteStore, ADatabaseOfAnotherProgramIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/other.db";
  sql(path, "CREATE TABLE trials (id INTEGER)");
  const std::string before = content(path);
  EXPECT_EQ(store_error([&] { open_store(path); }),
            "the file " + path + " is a database of another program; nothing was changed");
  EXPECT_EQ(content(path), before);
}

TEST(SqliteStore, WhatIsNoDatabaseIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("text.db", std::string(5000, 'x'));
  EXPECT_EQ(store_error([&] { open_store(path); }),
            "the store " + path + " cannot do what it was asked: file is not a database");
  EXPECT_EQ(content(path), std::string(5000, 'x'));
  EXPECT_NE(store_error([&] { open_store(folder.path() + "/no/such/folder/x.db"); }).find("cannot be opened"),
            std::string::npos);
  std::filesystem::create_directory(folder.path() + "/folder.db");
  EXPECT_NE(store_error([&] { open_store(folder.path() + "/folder.db"); }), "(no error)");
}

TEST(SqliteStore, IsMadeOnlyIfThatIsWanted) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  EXPECT_EQ(message_of([&] { open_store(path, {.create = false}); }),
            "the store is '" + path + "', but there is no such file");
  EXPECT_FALSE(std::filesystem::exists(path));
  open_store(path);
  open_store(path, {.create = false});
}

TEST(SqliteStore, StaysSmall) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  {
    const auto store = open_store(path);
    const StudyId study = store->create_study(testing::example_definition())->id;
    for (int i = 0; i < 50; ++i) {
      const Claim claim = store->claim(study, {.worker = this_process()}).value();
      store->propose(study, claim, {"{}", "", std::string(200'000, static_cast<char>(i))}, 0, true);
    }
  }
  EXPECT_LT(std::filesystem::file_size(path), 1'500'000u)
      << "of 10 MB of warm states only the latest are kept";
  EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "the log is gone with the last connection";
}

TEST(SqliteStore, WaitsForThoseWhoAreAtIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const auto store = open_store(path);
  const StudyId study = store->create_study(testing::example_definition())->id;
  const auto blocker = stores::open_sqlite({path}, {});
  std::jthread other;
  blocker->run(stores::Durability::full, [&] {
    other = std::jthread([&] { store->enqueue(study, "{}"); });
    std::this_thread::sleep_for(milliseconds(300));
    return true;
  });
  other.join();
  EXPECT_EQ(store->news(study, 0).trials.size(), 1u);
}

TEST(SqliteStore, GivesUpAfterAWhile) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const StudyId study = open_store(path)->create_study(testing::example_definition())->id;
  const auto store = open_store(path, {.give_up_after = milliseconds(100)});
  const auto blocker = stores::open_sqlite({path}, {});
  blocker->run(stores::Durability::full, [&] {
    try {
      store->enqueue(study, "{}");
      ADD_FAILURE() << "it did not give up";
    } catch (const StoreUnreachable& error) {
      EXPECT_EQ(std::string(error.what()),
                "the store " + path + " was in use by others for 0.1 s without a pause");
    }
    EXPECT_TRUE(store->news(study, 0).trials.empty()) << "reading needs no turn";
    return true;
  });
  EXPECT_EQ(store->enqueue(study, "{}"), 0u);
}

TEST(SqliteStore, StopsWaitingWhenAskedTo) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  std::stop_source source;
  const auto store = open_store(path, {.stop = source.get_token()});
  const StudyId study = store->create_study(testing::example_definition())->id;
  const auto blocker = stores::open_sqlite({path}, {});
  blocker->run(stores::Durability::full, [&] {
    const std::jthread later([&] {
      std::this_thread::sleep_for(milliseconds(50));
      source.request_stop();
    });
    EXPECT_THROW(store->enqueue(study, "{}"), Cancelled);
    return true;
  });
}

TEST(SqliteStoreSlow, ReadersWaitForAPlaceInTheLog) {
  // SQLite itself gives up after ten seconds, with an error of its own ("locking protocol").
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const auto store = open_store(path);
  store->create_study(testing::example_definition());
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  Forked crowd([&] {
    const int index = open((path + "-shm").c_str(), O_RDWR | O_CLOEXEC);
    flock places{};  // all that readers may have, see "WAL-Index Locks" in SQLite's documentation
    places.l_type = F_WRLCK;
    places.l_whence = SEEK_SET;
    places.l_start = 123;
    places.l_len = 5;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): there is no other way
    if (fcntl(index, F_SETLK, &places) != 0 || write(ready[1], "x", 1) != 1) return 1;
    std::this_thread::sleep_for(std::chrono::seconds(12));
    return 0;
  });
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(store->studies().size(), 1u);
  EXPECT_EQ(crowd.wait(), 0);
}

TEST(SqliteStore, AStoreThatCannotBeWrittenSaysSo) {
  // As somebody who may read it: root may write everything.
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  open_store(path)->create_study(testing::example_definition());
  using std::filesystem::perms;
  std::filesystem::permissions(folder.path(), perms::owner_all | perms::others_read | perms::others_exec);
  std::filesystem::permissions(path, perms::owner_read | perms::others_read);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  Forked reader([&] {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) return 1;
    const std::string message =
        store_error([&] { open_store(path)->create_study(testing::example_definition("other")); });
    return write(ends[1], message.data(), message.size()) > 0 ? 0 : 1;
  });
  EXPECT_EQ(reader.wait(), 0);
  std::array<char, 1000> message{};
  ASSERT_GT(read(ends[0], message.data(), message.size() - 1), 0);
  EXPECT_TRUE(std::string(message.data()).starts_with("the store " + path + " cannot be ")) << message.data();
  close(ends[0]);
  close(ends[1]);
}

TEST(SqliteStore, AFullDiskLosesNothingThatWasAcknowledged) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const StudyId study = open_store(path)->create_study(testing::example_definition())->id;
  Forked writer([&] {
    signal(SIGXFSZ, SIG_IGN);
    constexpr rlim_t room = 600'000;
    const rlimit limit{room, room};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto store = open_store(path);
    for (int i = 0; i < 10'000; ++i) try {
        store->add(study, "{\"x\":\"" + std::string(2000, 'x') + "\"}", {1.0 * i});
      } catch (const StoreError&) {
        return i / 10;  // i results were acknowledged
      }
    return 0;
  });
  const int acknowledged = 10 * writer.wait();
  EXPECT_GT(acknowledged, 0);
  const auto store = open_store(path);
  const News news = store->news(study, 0);
  ASSERT_GE(news.trials.size(), static_cast<std::size_t>(acknowledged));
  for (const TrialRow& row : news.trials) EXPECT_EQ(row.result, Result{static_cast<double>(row.number)});
  store->add(study, "{}", {1.0});
}

TEST(SqliteStore, AWriterThatIsKilledLeavesAWholeTransactionOrNone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const auto store = open_store(path);
  const StudyId study = store->create_study(testing::example_definition())->id;
  for (int round = 0; round < 5; ++round) {
    Forked writer([&] {
      const auto mine = open_store(path);
      for (;;) mine->add(study, "{\"x\":1}", {1.0});
      return 0;
    });
    const std::size_t before = store->news(study, 0).trials.size();
    while (store->news(study, 0).trials.size() < before + 3) std::this_thread::yield();
    writer.kill();
    writer.wait();
    const News news = store->news(study, 0);
    EXPECT_EQ(news.trials.size(), store->find_study("tune")->next_number);
    EXPECT_EQ(news.trials.back().number + 1, news.trials.size());
    store->add(study, "{}", {2.0});
  }
}

}  // namespace
}  // namespace craggy
