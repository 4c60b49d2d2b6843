#include "experiments/rerun.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "experiments/runner.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::experiments {
namespace {

Record recorded() {
  const craggy::testing::TemporaryFolder folder;
  PlanOptions options;
  options.suite = "small";
  RecordStore store(folder.path());
  run(make_plan({{"beale", "noiseless", 7, 1}}, {}, options), store, 1);
  return read_records(folder.path()).front();
}

TEST(Rerun, GivesTheSameBits) {
  const Record record = recorded();
  const Rerun again = rerun(record);
  EXPECT_FALSE(again.difference.has_value());
  EXPECT_TRUE(again.same_engine);
  EXPECT_EQ(again.best, record.best.back());
  EXPECT_FALSE(rerun(parse_record(to_compact_line(record))).difference.has_value());
}

TEST(Rerun, FindsTheFirstDifference) {
  Record record = recorded();
  record.values[4] = std::nextafter(record.values[4], 1e300);
  EXPECT_EQ(rerun(record).difference, 4U);
  record.points[3][1] = std::nextafter(record.points[3][1], 1e300);
  EXPECT_EQ(rerun(record).difference, 3U);
  record.best[2] = std::nextafter(record.best[2], 1e300);
  const Rerun again = rerun(record);
  EXPECT_EQ(again.difference, 2U);
  EXPECT_NE(again.best, again.recorded_best);
}

TEST(Rerun, AnotherSeedDiffersAtOnce) {
  Record record = recorded();
  ++record.seed;
  EXPECT_EQ(rerun(record).difference, 0U);
}

TEST(Rerun, TheMethodHasToMeanTheSame) {
  Record record = recorded();
  record.options["amplitude"] = "sampled";
  EXPECT_EQ(craggy::testing::message_of([&] { rerun(record); }),
            "noiseless on beale, repetition 0, base seed 0: the method has other options by now (amplitude: "
            "sampled "
            "there, unit here)");
}

}  // namespace
}  // namespace craggy::experiments
