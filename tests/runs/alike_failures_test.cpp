#include "runs/alike_failures.hpp"

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

std::size_t most_of(const std::vector<Outcome>& failures) {
  AlikeFailures alike;
  for (const Outcome& failure : failures) alike.add(failure);
  return alike.most();
}

Outcome exited(int status, const std::string& tail) {
  return {.failure = "the command exited with status " + std::to_string(status),
          .error_tail = tail,
          .exit_code = status};
}

TEST(AlikeFailures, CountsTheMostFrequentReason) {
  EXPECT_EQ(most_of({}), 0U);
  EXPECT_EQ(most_of({exited(1, "no mesh"), exited(1, "no licence"), exited(1, "warming up\nno mesh")}), 2U);
}

TEST(AlikeFailures, NumbersMayBeThoseOfTheParameters) {
  EXPECT_EQ(most_of({exited(1, "no option --lr 0.1"), exited(1, "no option --lr 3.2e-05"),
                     exited(1, "no option --lr -7")}),
            3U);
  EXPECT_EQ(most_of({exited(1, "x=1: even"), exited(1, "x=2: odd")}), 1U);
}

TEST(AlikeFailures, HowFarItCameDoesNotCount) {
  Outcome early = exited(1, "no licence");
  Outcome late = early;
  early.output_tail = "loading\n";
  late.output_tail = "meshing\n";
  EXPECT_EQ(most_of({early, late}), 2U);
}

TEST(AlikeFailures, AnotherExitStatusIsAnotherReason) {
  EXPECT_EQ(most_of({exited(1, ""), exited(2, "")}), 1U);
  EXPECT_EQ(most_of({{.failure = "no value: the output is empty", .exit_code = 0},
                     {.failure = "no value: the output is empty", .exit_code = 0}}),
            2U);
}

}  // namespace
}  // namespace craggy::runs
