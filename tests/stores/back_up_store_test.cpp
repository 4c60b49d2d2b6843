#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "conformance.hpp"
#include "sql_backend.hpp"
#include "sqlite_connection.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

TEST(BackUpStore, HasAllThatWasAcknowledgedBefore) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const auto store = open_store(path);
  const StudyId study = store->create_study(testing::example_definition())->id;
  for (int i = 0; i < 20; ++i) store->add(study, "{}", {1.0 * i});
  std::jthread writer([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) store->add(study, "{}", {0.0});
  });
  back_up_store(path, folder.path() + "/copy.db");
  writer.request_stop();
  writer.join();
  const News news = open_store(folder.path() + "/copy.db", {.create = false})->news(study, 0);
  ASSERT_GE(news.trials.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(news.trials[i].result, Result{static_cast<double>(i)});
  EXPECT_EQ(news.trials.back().number + 1, news.trials.size());
}

TEST(BackUpStore, ReplacesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  open_store(path);
  const std::string file = folder.file("copy.db", "precious");
  EXPECT_EQ(message_of([&] { back_up_store(path, file); }),
            "the backup is '" + file + "', but there is such a file already, and it is left alone");
  EXPECT_EQ(std::filesystem::file_size(file), 8u);
  EXPECT_NE(message_of([&] { back_up_store(path, path + "-wal"); }).find("log or index"), std::string::npos);
}

TEST(BackUpStore, IsForFilesThatAreThere) {
  const TemporaryFolder folder;
  EXPECT_NE(message_of([&] {
              back_up_store("postgresql://me:secret@host/tune", folder.path() + "/x.db");
            }).find("pg_dump"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              back_up_store(folder.path() + "/no.db", folder.path() + "/x.db");
            }).find("there is no such file"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/x.db"));
}

TEST(BackUpStore, ACopyWithoutItsLogSaysWhatIsMissing) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const auto store = open_store(path);
  store->create_study(testing::example_definition());
  const std::string orphan = folder.path() + "/orphan.db";
  std::filesystem::copy_file(path, orphan);
  const std::string message = message_of<StoreError>([&] { open_store(orphan, {.create = false}); });
  EXPECT_NE(message.find("its log " + orphan + "-wal has to be copied as well"), std::string::npos)
      << message;
}

TEST(BackUpStore, ACopyOfTheFileAloneHasWhatIsOlderThanTheLastCheckpoint) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  Store store(path,
              stores::make_sql_backend(stores::open_sqlite({path}, {}, std::chrono::milliseconds(0)), true));
  const StudyId study = store.create_study(testing::example_definition())->id;
  store.add(study, "{}", {1.0});
  const std::string alone = folder.path() + "/alone.db";
  std::filesystem::copy_file(path, alone);
  EXPECT_EQ(open_store(alone, {.create = false})->news(study, 0).trials.size(), 1u);
}

}  // namespace
}  // namespace craggy
