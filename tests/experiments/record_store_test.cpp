#include "experiments/record_store.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <craggy/base/error.hpp>

#include "example_record.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::experiments {
namespace {

using craggy::testing::message_of;
using craggy::testing::TemporaryFolder;
using testing::example_record;

std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::string line_of(const Record& record) { return to_line(record) + '\n'; }

TEST(RecordStore, KeepsWhatIsAppended) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/new/folder";
  {
    RecordStore store(path);
    EXPECT_TRUE(store.stored().empty());
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < 4; ++i)
      threads.emplace_back([&store, i] { store.append(example_record(i)); });
  }
  const RecordStore again(path);
  EXPECT_EQ(again.stored().size(), 4U);
  EXPECT_EQ(again.dropped_bytes(), 0U);
  const std::vector<Record> records = read_records(path);
  ASSERT_EQ(records.size(), 4U);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(to_line(records[i]), to_line(example_record(i)));
}

TEST(RecordStore, AnUnfinishedLineIsCutOff) {
  const TemporaryFolder folder;
  const std::string whole = line_of(example_record(0));
  for (const std::string& torn :
       {std::string("{\"sui"), to_line(example_record(1)), std::string("\0\0\0", 3)}) {
    const std::string file = folder.file("records.jsonl", whole + torn);
    EXPECT_EQ(read_records(folder.path()).size(), 1U) << "a reader passes over it";
    EXPECT_EQ(content_of(file), whole + torn);
    RecordStore store(folder.path());
    EXPECT_EQ(store.dropped_bytes(), torn.size());
    EXPECT_EQ(store.stored().size(), 1U);
    store.append(example_record(2));
    EXPECT_EQ(content_of(file), whole + line_of(example_record(2)));
  }
}

TEST(RecordStore, OtherMalformedLinesAreErrorsWithTheirPlace) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "records.jsonl", line_of(example_record(0)) + "{\"suite\":3}\n" + line_of(example_record(1)));
  const std::string expected = file + ", line 2: the field \"suite\" has to be a text";
  EXPECT_EQ(message_of([&] { const RecordStore store(folder.path()); }), expected);
  EXPECT_EQ(message_of([&] { read_records(folder.path()); }), expected);
  EXPECT_EQ(message_of([&] { const RecordStore store(folder.path()); }), expected)
      << "the lock was given back";
}

TEST(RecordStore, OneRunAtATime) {
  const TemporaryFolder folder;
  const RecordStore store(folder.path());
  EXPECT_EQ(message_of([&] { const RecordStore second(folder.path()); }),
            "another run is writing to " + folder.path() + "; wait for it or choose another folder");
  EXPECT_TRUE(read_records(folder.path()).empty()) << "reading is always possible";
}

TEST(RecordStore, ALineThatDoesNotFitOnTheDiskLeavesNothing) {
  const TemporaryFolder folder;
  RecordStore store(folder.path());
  store.append(example_record(0));
  const std::string before = content_of(store.file().string());
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit old_limit = limit;
  limit.rlim_cur = before.size() + 20;
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_THROW(store.append(example_record(1)), Error);
  setrlimit(RLIMIT_FSIZE, &old_limit);
  EXPECT_EQ(content_of(store.file().string()), before);
  store.append(example_record(1));
  EXPECT_EQ(read_records(folder.path()).size(), 2U);
}

TEST(ReadRecords, OfOneRepetitionTheLongestCounts) {
  const TemporaryFolder folder;
  const Record few = example_record(0, {3.0, 2.0});
  const Record many = example_record(0, {3.0, 2.0, 4.0, 1.0});
  folder.file("a.jsonl", line_of(few));
  folder.file("b.jsonl", to_compact_line(many) + '\n' + line_of(example_record(1)));
  folder.file("c.jsonl", line_of(many));
  folder.file("notes.txt", "not a record");
  const std::vector<Record> records = read_records(folder.path());
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(to_line(records[0]), to_line(many)) << "and of equals the one with points";
  EXPECT_EQ(read_records(folder.path() + "/a.jsonl").size(), 1U);
}

TEST(ReadRecords, TwoRecordsOfOneRepetitionHaveToAgree) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "records.jsonl", line_of(example_record(0, {3.0, 2.0})) + line_of(example_record(0, {3.0, 1.0, 0.5})));
  EXPECT_EQ(message_of([&] { read_records(file); }),
            file +
                ", line 2: noiseless on beale, repetition 0, base seed 7 differs from the record of the same "
                "repetition in " +
                file + ", line 1");
}

TEST(ReadRecords, NothingToReadIsSaid) {
  const TemporaryFolder folder;
  EXPECT_NE(message_of([&] { read_records(folder.path()); }).find("has no records"), std::string::npos);
  EXPECT_NE(message_of([&] { read_records(folder.path() + "/none.jsonl"); }).find("cannot read"),
            std::string::npos);
}

}  // namespace
}  // namespace craggy::experiments
