// `craggy run` in this process, on a study `tune` in a temporary folder.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "study_fixture.hpp"

namespace craggy::cli::testing {

inline const std::vector<std::string> square = {"awk", "BEGIN{{print ({x}-0.3)^2}}"};
inline const std::string unit = "x=float(0,1)";

class RunCommand : public StudyFixture {
 protected:
  nlohmann::json run_json(std::vector<std::string> options, const std::vector<std::string>& command) const {
    options.emplace_back("--json");
    const Outcome outcome = run(options, command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out.empty() ? nlohmann::json() : nlohmann::json::parse(outcome.out);
  }

  nlohmann::json history() const {
    return nlohmann::json::parse(craggy({"show", "tune", "--json"}).out)["trials"];
  }

  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder_.path() + "/" + name).rdbuf();
    return text.str();
  }
};

}  // namespace craggy::cli::testing
