#include "execution/trial_input.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::message_of;
using Names = std::vector<std::string>;

TEST(TrialInput, VariableNames) {
  EXPECT_EQ(variable_name("lr"), "CRAGGY_PARAM_LR");
  EXPECT_EQ(variable_name("Drop-Out.2"), "CRAGGY_PARAM_DROP_OUT_2");
  EXPECT_EQ(variable_name("a; rm -rf"), "CRAGGY_PARAM_A__RM__RF");
  EXPECT_EQ(variable_name("x=\n"), "CRAGGY_PARAM_X__");
}

TEST(TrialInput, TwoParametersCannotShareAVariable) {
  EXPECT_EQ(message_of([] { check_variable_names(Names{"a", "b", "ab"}); }), "(no error)");
  EXPECT_EQ(
      message_of([] {
        check_variable_names(Names{"a.b", "c", "A_b"});
      }),
      "the name of a parameter is 'A_b', but 'a.b' has the environment variable CRAGGY_PARAM_A_B already; "
      "it needs another name");
}

TEST(TrialInput, SeedsDifferByTrialAndStudy) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t study = 0; study < 10; ++study)
    for (std::uint32_t trial = 0; trial < 100; ++trial) seeds.insert(trial_seed(study, trial));
  EXPECT_EQ(seeds.size(), 1000U);
  EXPECT_LT(*seeds.rbegin(), std::uint64_t{1} << 31U);
  EXPECT_EQ(trial_seed(7, 3), trial_seed(7, 3));
}

TEST(TrialInput, VariablesOfTheActiveParameters) {
  const TrialInput input{.study = "tune",
                         .trial = 4,
                         .seed = 99,
                         .values = {"0.5", std::nullopt, "a b"},
                         .parameters_json = "{}"};
  const std::map<std::string, std::string> expected = {{"CRAGGY_STUDY", "tune"},
                                                       {"CRAGGY_TRIAL", "4"},
                                                       {"CRAGGY_SEED", "99"},
                                                       {"CRAGGY_PARAM_X", "0.5"},
                                                       {"CRAGGY_PARAM_Z", "a b"}};
  EXPECT_EQ(trial_variables(input, Names{"x", "y", "z"}), expected);
}

}  // namespace
}  // namespace craggy::execution
