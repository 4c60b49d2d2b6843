#include "runs/import.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "runs/study_document.hpp"
#include "support/message_of.hpp"

namespace craggy::runs {
namespace {

using craggy::testing::message_of;

StudyOptions options(const std::string& name = "tune") {
  SuggestOptions suggest;
  suggest.surrogate = "noiseless";
  suggest.num_initial = 2;
  suggest.inference.num_chains = 1;
  suggest.inference.num_warmup = 10;
  suggest.inference.num_draws = 3;
  return {.name = name,
          .space = {{"x", Float{-10, 10}}, {"n", Int{1, 9}}},
          .suggest = suggest,
          .seed = 7,
          .worker = {.num_threads = 1}};
}

TEST(Import, RowsBecomeTrials) {
  Study study = Study::in_memory(options());
  const ImportSource rows =
      read_import("x,n,value,constraint_1\n1,2,0.5,-1\n2,3,0.25,1\n3,3,nan,\n", "a.csv");
  const ImportReport report = import_into(study, rows);
  EXPECT_EQ(report.numbers, (std::vector<TrialNumber>{0, 1, 2}));
  EXPECT_EQ(report.added.finished, 2u);
  EXPECT_EQ(report.added.infeasible, 1u);
  EXPECT_EQ(report.added.failed, 1u);
  const ImportReport again = import_into(study, rows);
  EXPECT_EQ(again.num_known, 3u);
  EXPECT_TRUE(again.numbers.empty());
  EXPECT_EQ(study.trials().size(), 3u);
}

TEST(Import, ABadRowKeepsTheOthersOut) {
  Study study = Study::in_memory(options());
  const ImportReport report =
      import_into(study, read_import("x,n,value\n1,2,0.5\n11,2,1\n1,2\n", "a.csv"), {.dry_run = false});
  ASSERT_EQ(report.problems.size(), 2u);
  EXPECT_EQ(report.problems[0].line, 3u);
  EXPECT_EQ(report.problems[0].text, "x: 11 is above its upper bound 10");
  EXPECT_EQ(report.problems[1].line, 4u);
  EXPECT_EQ(report.num_rows, 3u);
  EXPECT_TRUE(study.trials().empty());
}

TEST(Import, ADryRunSaysWhatWouldBe) {
  Study study = Study::in_memory(options());
  EXPECT_EQ(
      import_into(study, read_import("x,n,value\n1,2,0.5\n", "a.csv"), {.dry_run = true}).numbers.size(), 1u);
  EXPECT_TRUE(study.trials().empty());
}

// The trials of an export into a study that has some of them already, as one that was restored from a backup.
TEST(Import, AStudyIntoOneThatHasTrialsAddsTheOthers) {
  const auto store = open_store("memory:");
  Study study = Study::create(store, options());
  for (int i = 0; i < 4; ++i) study.tell(study.ask(), 1.0 * i);
  study.fail(study.ask(), {.message = "no"});
  Study other = Study::in_memory(options());
  other.add(study.trials()[1].values, 1.0);
  const ImportReport report = import_into(other, ImportSource(store->content("tune").value()));
  EXPECT_EQ(report.num_known, 1u);
  EXPECT_EQ(report.numbers.size(), 4u);
  EXPECT_FALSE(report.whole);
  EXPECT_EQ(other.counts().failed, 1u);
  Study narrow = Study::in_memory({.name = "n", .space = {{"x", Float{-1e-9, 1e-9}}, {"n", Int{1, 9}}}});
  EXPECT_EQ(import_into(narrow, ImportSource(store->content("tune").value())).problems.size(), 5u);
}

TEST(Import, AWholeStudyMayFillOneThatWasMadeForIt) {
  const auto store = open_store("memory:");
  Study study = Study::create(store, options());
  study.tell(study.ask(), 1.0);
  StudyContent content = store->content("tune").value();
  EXPECT_FALSE(restore_study(*store, content)) << "it is there";
  content.study.definition.name = "again";
  Study::create(store, options("again"));
  ASSERT_TRUE(restore_study(*store, content, true));
  EXPECT_EQ(Study::open(store, "again").trials().size(), 0u);
  const auto report = restore_study(*store, content);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->whole);
  EXPECT_EQ(report->added.finished, 1u);
  EXPECT_EQ(Study::open(store, "again").trials().size(), 1u);
}

TEST(Import, TheTextSaysWhatItIs) {
  EXPECT_TRUE(std::holds_alternative<TextTable>(read_import(" [{\"x\": 1}]", "a")));
  EXPECT_TRUE(std::holds_alternative<TextTable>(read_import("{\"x\": 1}\n{\"x\": 2}", "a")));
  EXPECT_TRUE(std::holds_alternative<TextTable>(read_import("x\n1\n", "a")));
  EXPECT_EQ(message_of([] { read_import("{ \"format\": \"other\"}", "a"); }),
            "a: 'format': it has to be 'craggy study'");
}

}  // namespace
}  // namespace craggy::runs
