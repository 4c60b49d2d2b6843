#include "results/benchmark_page.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "example_records.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/python_helper.hpp"

namespace craggy::results {
namespace {

namespace fs = std::filesystem;

const fs::path checkout = fs::path(CRAGGY_TEST_DATA).parent_path().parent_path();

std::string content_of(const fs::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

// As the command line reads them, named as seen from the checkout.
std::vector<BenchmarkSource> sources(const std::vector<std::string>& files) {
  std::vector<BenchmarkSource> all;
  for (const std::string& file : files) all.push_back({file, read_record_set(std::vector{checkout / file})});
  return all;
}

double known_reference(const std::string& problem) {
  static const std::map<std::string, double> bbob = {{"bbob_f3_d2_i61", 1000.0},  {"bbob_f3_d2_i62", -18.46},
                                                     {"bbob_f3_d2_i63", -60.46},  {"bbob_f15_d5_i61", -21.84},
                                                     {"bbob_f15_d5_i62", -18.62}, {"bbob_f15_d5_i63", 27.64}};
  const auto found = bbob.find(problem);
  return found == bbob.end() ? testbeds::find_problem(problem).score_reference : found->second;
}

// What another page is expected: `./run craggy experiment benchmarks tests/data/benchmarks/records.jsonl
// --out tests/data/benchmarks/page.md --figures tests/data/benchmarks` writes it. Look at it.
TEST(BenchmarkPage, IsTheExpectedOne) {
  const fs::path folder = checkout / "tests/data/benchmarks";
  const BenchmarkPage page =
      benchmark_page(sources({"tests/data/benchmarks/records.jsonl"}), ".", known_reference);
  EXPECT_EQ(page.text, content_of(folder / "page.md"));
  EXPECT_EQ(page.figures.size(), 4U);
  for (const auto& [name, svg] : page.figures) EXPECT_EQ(svg, content_of(folder / name)) << name;
}

// Which file a record is in changes what the page says of files, and nothing else.
TEST(BenchmarkPage, DoesNotDependOnTheOrderOfFiles) {
  const RecordSet all = read_record_set(std::vector{checkout / "tests/data/benchmarks/records.jsonl"});
  BenchmarkSource peers{"peers.jsonl", {}};
  BenchmarkSource own{"own.jsonl", {}};
  all.for_each([&](const experiments::Record& record) {
    (record.method.starts_with("peer/") ? peers : own).records.add(record);
  });
  const BenchmarkPage page = benchmark_page({peers, own}, ".", known_reference);
  EXPECT_NE(page.text.find("`peers.jsonl` ("), std::string::npos);
  EXPECT_EQ(page.figures, benchmark_page({{"all.jsonl", all}}, ".", known_reference).figures);
}

TEST(BenchmarkPage, SaysThatRecordsAreOfDevelopment) {
  RecordSet records;
  for (const char* method : {"craggy", "random"})
    records.add(testing::record_with({.problem = "generated_3", .method = method}, {3.0, 2.0, 1.0}));
  const auto zero = [](const std::string&) { return 0.0; };
  const std::string text = benchmark_page({{"dev.jsonl", records}}, ".", zero).text;
  EXPECT_NE(text.find("**These are development records**"), std::string::npos);
  EXPECT_NE(text.find("Generated families (development)"), std::string::npos);
  EXPECT_NE(
      text.find("craggy experiment run generated --only generated_3..3 --out DIR --surrogates craggy,random"),
      std::string::npos);
  EXPECT_NE(text.find("There is none."), std::string::npos);
  EXPECT_THROW(benchmark_page({{"none.jsonl", RecordSet()}}, ".", zero), InvalidArgument);
}

// The page of the documentation is what the records give.
TEST(BenchmarkPageSlow, OfTheDocumentationIsUpToDate) {
  ASSERT_EQ(setenv("CRAGGY_CHECKOUT", checkout.c_str(), 1), 0);
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(checkout / "experiments/results"))
    if (entry.path().extension() == ".jsonl")
      files.push_back("experiments/results/" + entry.path().filename().string());
  std::ranges::sort(files);
  const std::string expected = content_of(checkout / "docs/benchmarks.md");
  if (expected.find("## BBOB") != std::string::npos) try {
      testbeds::python_command("bbob", "bbob_server.py");
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  const BenchmarkPage page = benchmark_page(sources(files), "figures", [](const std::string& problem) {
    return testbeds::find_problem(problem).score_reference;
  });
  EXPECT_EQ(page.text, expected)
      << "craggy experiment benchmarks experiments/results --out docs/benchmarks.md";
  for (const auto& [name, svg] : page.figures)
    EXPECT_EQ(svg, content_of(checkout / "docs/figures" / name)) << name;
}

}  // namespace
}  // namespace craggy::results
