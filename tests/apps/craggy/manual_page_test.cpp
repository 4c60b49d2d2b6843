#include "manual_page.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

TEST(ManualPage, TextIsNoRequestAndAscii) {
  EXPECT_EQ(troff("a-b\\n"), "a\\-b\\en");
  EXPECT_EQ(troff(".TH\n'x"), "\\&.TH\n\\&\\(aqx");
  EXPECT_EQ(troff("σ_h\u00A00"), "\\[u03C3]_h\\ 0");
}

TEST(ManualPage, HasEveryCommandAndOption) {
  const Outcome outcome = run_craggy({"manual"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* text :
       {".TH CRAGGY 1", ".SS run\n", ".SS experiment table\n", "\\fB\\-\\-trials\\fR \\fIN\\fR",
        ".SH EXIT STATUS", "CRAGGY_RESULT_FILE", ".SH SIGNALS", "[parameters]", "CRAGGY_STORE"})
    EXPECT_NE(outcome.out.find(text), std::string::npos) << text;
}

TEST(ManualPage, NobodyHasAnythingToComplainAbout) {
  const TemporaryFolder folder;
  const std::string page = folder.file("craggy.1", manual_page());
  bool checked = false;
  if (std::system("command -v mandoc >/dev/null") == 0) {
    checked = true;
    EXPECT_EQ(std::system(("mandoc -T lint -W warning " + page + " >&2").c_str()), 0);
  }
  if (std::system("command -v groff >/dev/null") == 0) {
    checked = true;
    const std::string complaints = folder.path() + "/complaints";
    EXPECT_EQ(std::system(("groff -man -ww -z -K utf8 -T utf8 " + page + " 2>" + complaints + "; test ! -s " +
                           complaints + " || { cat " + complaints + "; false; }")
                              .c_str()),
              0);
  }
  if (!checked) GTEST_SKIP() << "neither mandoc nor groff is installed";
}

}  // namespace
}  // namespace craggy::cli
