// What is recorded of a method: its name and the texts of its options. Records are found again by both, so
// that neither may ever change for a method that has been run.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "experiments/method.hpp"

namespace craggy::experiments {
namespace {

std::string joined(const OptionTexts& texts) {
  std::string line;
  for (const auto& [name, text] : texts) line += (line.empty() ? "" : " ") + name + "=" + text;
  return line;
}

TEST(OptionTexts, AreThoseOfTheRecords) {
  std::ifstream file(std::string(CRAGGY_TEST_DATA) + "/methods.tsv");
  ASSERT_TRUE(file.is_open());
  std::size_t num_methods = 0;
  for (std::string line; std::getline(file, line); ++num_methods) {
    std::istringstream fields(line);
    std::string written;
    std::string name;
    std::string texts;
    std::getline(fields, written, '\t');
    std::getline(fields, name, '\t');
    std::getline(fields, texts);
    const Method method = parse_method(written);
    EXPECT_EQ(method.name, name) << written;
    EXPECT_EQ(joined(method.options), texts) << written;
  }
  EXPECT_GE(num_methods, 25U);
}

}  // namespace
}  // namespace craggy::experiments
