#include "results/record_set.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "example_records.hpp"
#include "support/message_of.hpp"

namespace craggy::results {
namespace {

using craggy::testing::message_of;
using experiments::Record;
using testing::record_with;

TEST(RecordSet, KnowsWhatItHolds) {
  RecordSet records;
  EXPECT_TRUE(records.empty());
  records.add(record_with({.problem = "robot_pushing", .method = "latent"}, {3.0, 2.0, 1.0}));
  records.add(record_with({.problem = "beale", .method = "noiseless", .repetition = 4}, {3.0, 2.0, 1.0}));
  records.add(record_with({.problem = "beale", .method = "craggy", .base_seed = 7}, {3.0, 2.0, 1.0}));
  EXPECT_EQ(records.size(), 3U);
  EXPECT_EQ(records.problems(), (std::vector<std::string>{"beale", "robot_pushing"}));
  EXPECT_EQ(records.methods(), (std::vector<std::string>{"noiseless", "latent", "craggy"}));
  EXPECT_EQ(records.base_seeds(), (std::vector<std::uint64_t>{0, 7}));
  EXPECT_EQ(records.runs("beale", "noiseless").count({0, 4}), 1U);
  EXPECT_TRUE(records.runs("beale", "latent").empty());

  const RecordSet some = records.with_base_seed(7);
  EXPECT_EQ(some.size(), 1U);
  EXPECT_EQ(some.methods(), (std::vector<std::string>{"craggy"}));
}

TEST(RecordSet, KeepsTheLongerOfTwoRecords) {
  for (const bool long_first : {false, true}) {
    RecordSet records;
    const Record longer = record_with({.problem = "beale", .method = "latent"}, {3.0, 2.0, 1.0, 0.5});
    const Record shorter = record_with({.problem = "beale", .method = "latent"}, {3.0, 2.0, 1.0});
    records.add(long_first ? longer : shorter);
    records.add(long_first ? shorter : longer);
    EXPECT_EQ(records.size(), 1U);
    EXPECT_EQ(records.runs("beale", "latent").begin()->second.best.size(), 4U);
  }
}

TEST(RecordSet, RefusesRecordsThatContradictEachOther) {
  RecordSet records;
  records.add(record_with({.problem = "beale", .method = "latent"}, {3.0, 2.0, 1.0, 0.5}));
  EXPECT_EQ(
      message_of([&] {
        Record other = record_with({.problem = "beale", .method = "latent"}, {3.0, 2.0, 1.5});
        other.simd = "sse2";
        records.add(other);
      }),
      "two records of latent on beale, repetition 0, base seed 0 do not begin with the same values (version "
      "0.1.0, SIMD level avx2; version 0.1.0, SIMD level sse2); leave one of them out");
}

class RecordFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "craggy_test_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::vector<Record>& records) const {
    std::ofstream stream(folder_ / name);
    for (const Record& record : records) stream << to_compact_line(record) << '\n';
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

TEST_F(RecordFiles, AreReadFromFilesAndFolders) {
  const std::filesystem::path one =
      write("one.jsonl", {record_with({.problem = "beale", .method = "latent"}, {3.0, 2.0})});
  write("two.jsonl", {record_with({.problem = "beale", .method = "warped"}, {3.0, 2.0})});
  EXPECT_EQ(read_record_set(std::vector{one}).size(), 1U);
  EXPECT_EQ(read_record_set(std::vector{folder_}).size(), 2U);
  EXPECT_EQ(read_record_set(std::vector{folder_, one}).size(), 2U);
}

TEST_F(RecordFiles, WithNothingInThemAreAMistake) {
  const std::filesystem::path none = write("none.jsonl", {});
  EXPECT_EQ(message_of([&] { read_record_set(std::vector{none}); }),
            "there are no finished repetitions in what was given");
  const std::filesystem::path unknown =
      write("unknown.jsonl", {record_with({.problem = "beal", .method = "latent"}, {3.0, 2.0})});
  EXPECT_NE(message_of([&] { read_record_set(std::vector{unknown}); }).find("did you mean"),
            std::string::npos);
}

}  // namespace
}  // namespace craggy::results
