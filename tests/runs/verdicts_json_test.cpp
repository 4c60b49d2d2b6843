#include "runs/verdicts_json.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace craggy::runs {
namespace {

TEST(VerdictsJson, HaveAllThatIsKnown) {
  const std::vector<Verdict> verdicts = {{.id = VerdictId::failing_region,
                                          .severity = Severity::warning,
                                          .sentence = "All failed.",
                                          .advice = "Mend it.",
                                          .evidence = {{"failed", 4}}}};
  EXPECT_EQ(verdicts_json(verdicts).dump(),
            R"([{"id":"failing_region","severity":"warning","sentence":"All failed.","advice":"Mend it.",)"
            R"("evidence":{"failed":4}}])");
  EXPECT_EQ(verdicts_json({}).dump(), "[]");
}

}  // namespace
}  // namespace craggy::runs
