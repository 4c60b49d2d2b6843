// `craggy report`, and the pages around the front end.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <craggy/stores/url.hpp>

#include "dashboard/gzip.hpp"
#include "dashboard/html.hpp"
#include "dashboard/pages.hpp"
#include "dashboard/study_desk.hpp"
#include "runs/base64.hpp"
#include "study_fixture.hpp"

namespace craggy::cli {
namespace {

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

runs::Json data_of(const std::string& page) {
  const std::string begin = "id=\"craggy-data\">\n";
  const std::size_t at = page.find(begin) + begin.size();
  const std::optional<std::string> bytes = runs::parse_base64(page.substr(at, page.find('\n', at) - at));
  EXPECT_TRUE(bytes);
  return runs::Json::parse(unpacked(bytes.value_or("")));
}

class Report : public testing::StudyFixture {
 protected:
  const std::string out_ = folder_.path() + "/report.html";
};

TEST_F(Report, HasAllOfAStudyInOneFile) {
  ASSERT_EQ(craggy({"run", "--study", "tune", "--param", "x=float(0,1)", "--param", "k=categorical(a,b)",
                    "--surrogate", "noiseless", "--trials", "12", "--quiet", "--", "echo", "{x}"})
                .code,
            0);
  const testing::Outcome outcome = craggy({"report", "tune", "--out", out_});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("fitting the noiseless model"), std::string::npos);
  const std::string page = text_of_file(out_);
  const runs::Json data = data_of(page);
  EXPECT_EQ(data["page"]["study"], "tune");
  EXPECT_EQ(data["page"]["trials"].size(), 12U);
  EXPECT_EQ(data["details"].size(), 12U);
  EXPECT_TRUE(data["details"][11].contains("reason"));
  EXPECT_FALSE(data["details"][11].contains("params"));  // they stand in the page
  EXPECT_EQ(data["details"][11]["all_attempts"][0]["output"],
            data["page"]["trials"][11]["params"]["x"].dump() + "\n");
  ASSERT_EQ(data["models"].size(), 1U);
  EXPECT_EQ(data["models"][0]["slices"].size(), 2U);
  EXPECT_EQ(data["models"][0]["grids"].size(), 1U);
  EXPECT_EQ(data["next"]["trial"], 12);
  EXPECT_EQ(data["models"][0]["ignored"].size(), 12U);
  EXPECT_LT(page.size(), 300'000U);
}

TEST_F(Report, OfAStudyWithoutValuesToo) {
  ASSERT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)"}).code, 0);
  ASSERT_EQ(craggy({"report", "--out", out_}).code, 0);
  EXPECT_EQ(data_of(text_of_file(out_))["models"], runs::Json::array());
}

TEST_F(Report, NothingOfAStudyIsHtml) {
  const std::string evil = "</script><script>alert(1)</script>";
  ASSERT_EQ(craggy({"create", evil, "--param", "x=float(0,1)", "--surrogate", "random"}).code, 0);
  ASSERT_EQ(craggy({"ask", evil}).code, 0);
  ASSERT_EQ(craggy({"fail", evil, "0", "--message", evil}).code, 0);
  ASSERT_EQ(craggy({"report", evil, "--out", out_}).code, 0);
  const std::string page = text_of_file(out_);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert"), std::string::npos);
  EXPECT_EQ(data_of(page)["page"]["trials"][0]["message"], evil);
}

TEST_F(Report, WrongModelsAndStudiesAreMisuse) {
  ASSERT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)"}).code, 0);
  EXPECT_EQ(craggy({"report", "tun", "--out", out_}).code, 2);
  const testing::Outcome outcome = craggy({"report", "tune", "--model", "later", "--out", out_});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("latent"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(Report, TheDashboardWantsATokenForOtherMachines) {
  ASSERT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)"}).code, 0);
  EXPECT_EQ(craggy({"dashboard", "--host", "0.0.0.0"}).code, 2);
  EXPECT_EQ(craggy({"dashboard", "--token", "short"}).code, 2);
  EXPECT_NE(error({"dashboard", "--token", "", "--host", "0.0.0.0"}, 2).find("--token is empty"),
            std::string::npos);
  for (const char* path : {"/a b", "//elsewhere.example", "/a//b", "/a/../b", "/a/..", "/."})
    EXPECT_NE(error({"dashboard", "--base-path", path, "--host", "0.0.0.0"}, 2).find("--base-path is"),
              std::string::npos);
  EXPECT_EQ(craggy({"dashboard", "--port", "70000"}).code, 2);
}

TEST(Pages, PackedTextComesBack) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(300'000, 'x'), std::string("\0\xff", 2)})
    EXPECT_EQ(unpacked(packed(text)), text);
  EXPECT_THROW(unpacked("no gzip"), std::runtime_error);
  EXPECT_THROW(unpacked(packed("hello").substr(0, 12)), std::runtime_error);
}

TEST(Pages, TheBundleIsSmall) {
  EXPECT_LE(script_asset().packed.size() + style_asset().packed.size(), 80'000U);
  EXPECT_EQ(unpacked(script_asset().packed).find("</script"), std::string::npos);
}

TEST(Pages, HtmlText) { EXPECT_EQ(html_text("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"); }

TEST_F(Report, WhatAskersHaveSeenCostsLittleMemory) {
  ASSERT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)"}).code, 0);
  StudyDesk desk(open_store(store_));
  const std::weak_ptr<const std::string> first = desk.changes("tune", 0);
  EXPECT_EQ(desk.changes("tune", 0), first.lock());  // made once
  for (std::int64_t since = 1; since < 100; ++since) desk.changes("tune", since);
  EXPECT_TRUE(first.expired());
}

TEST(StudyDesk, Patterns) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("tune-*", "tune-12"));
  EXPECT_TRUE(matches("*a*b", "xxaxxaxb"));
  EXPECT_TRUE(matches("tune", "tune"));
  EXPECT_FALSE(matches("tune", "tune-1"));
  EXPECT_FALSE(matches("*a*b", "xxb"));
  EXPECT_FALSE(matches("", "x"));
}

}  // namespace
}  // namespace craggy::cli
