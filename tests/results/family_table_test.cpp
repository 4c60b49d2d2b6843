#include "results/family_table.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "example_records.hpp"
#include "problems/generated.hpp"

namespace craggy::results {
namespace {

using testing::run_with_gap;

experiments::Record run(const std::string& problem, const std::string& method, double gap) {
  return run_with_gap({.problem = problem, .method = method, .repetition = 0, .evaluations = 10}, 1.0, gap);
}

TEST(FamilyTable, AProblemIsInTheFamiliesOfItsTraits) {
  const problems::GeneratedTraits traits = problems::generated_traits(17);
  const std::vector<std::string> families = families_of("generated_17");
  EXPECT_EQ(families.front(), "all");
  EXPECT_NE(std::ranges::find(families, "detail: " + traits.detail.name), families.end());
  EXPECT_NE(std::ranges::find(families, "base: " + traits.base), families.end());
  EXPECT_EQ(families_of("beale"), std::vector<std::string>{"all"});
}

TEST(FamilyTable, MeansAreOfProblemsThatAllMethodsHave) {
  RecordSet records;
  records.add(run("beale", "noiseless", 0.5));
  records.add(run("beale", "latent", 0.75));
  records.add(run("branin01", "noiseless", 0.25));
  records.add(run("branin01", "latent", 0.75));
  records.add(run("shubert01", "latent", 0.0));
  const FamilyTable table = family_table(records, 10, {"noiseless", "latent"});
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].problems, 2U);
  EXPECT_NEAR(table.rows[0].cells[0].mean_gap, 0.375, 1e-12);
  EXPECT_NEAR(table.rows[0].cells[1].mean_gap, 0.75, 1e-12);
  EXPECT_NEAR(table.rows[0].cells[1].lead.mean, 0.375, 1e-12);
  EXPECT_NEAR(table.rows[0].cells[1].lead.standard_error, 0.125, 1e-12);
  EXPECT_THROW(family_table(records, 11), InvalidArgument);
}

TEST(FamilyTable, AsText) {
  RecordSet records;
  records.add(run("beale", "noiseless", 0.5));
  records.add(run("beale", "latent", 0.75));
  records.add(run("branin01", "noiseless", 0.25));
  records.add(run("branin01", "latent", 0.75));
  const FamilyTable table = family_table(records, 10, {"noiseless", "latent"});
  EXPECT_EQ(to_csv(family_data(table)).substr(0, 57),
            "family,problems,surrogate,mean_gap,lead,standard_error\nal");
  EXPECT_NE(to_markdown(family_grid(table)).find("**0.750 (+0.375 ± 0.125)**"), std::string::npos);
}

}  // namespace
}  // namespace craggy::results
