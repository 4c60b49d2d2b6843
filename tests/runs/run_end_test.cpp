#include <set>
#include <string>

#include <gtest/gtest.h>

#include <craggy/runs/runner.hpp>

namespace craggy {
namespace {

TEST(RunNames, EveryEndHasANameAndASentenceOfItsOwn) {
  std::set<std::string_view> names;
  std::set<std::string_view> sentences;
  for (const RunEnd end : {RunEnd::done, RunEnd::interrupted, RunEnd::too_many_failures, RunEnd::out_of_time,
                           RunEnd::exhausted, RunEnd::target_reached, RunEnd::no_improvement}) {
    names.insert(name_of(end));
    sentences.insert(sentence_of(end));
  }
  EXPECT_EQ(names.size(), 7U);
  EXPECT_EQ(sentences.size(), 7U);
  EXPECT_FALSE(names.contains(""));
  EXPECT_FALSE(sentences.contains(""));
  EXPECT_EQ(name_of(RunEnd::too_many_failures), "too_many_failures");
  EXPECT_EQ(sentence_of(RunEnd::too_many_failures), "too many trials failed");
}

TEST(RunNames, EveryEventHasANameOfItsOwn) {
  using Kind = RunEvent::Kind;
  std::set<std::string_view> names;
  for (const Kind kind : {Kind::started, Kind::finished, Kind::failed, Kind::retried, Kind::overtaken,
                          Kind::unstored, Kind::released, Kind::improved, Kind::tick, Kind::stopped})
    names.insert(name_of(kind));
  EXPECT_EQ(names.size(), 10U);
  EXPECT_FALSE(names.contains(""));
  EXPECT_EQ(name_of(Kind::improved), "improved");
}

}  // namespace
}  // namespace craggy
