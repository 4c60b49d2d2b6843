// The figures in tests/data/results/scipy.json.
#pragma once

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

namespace craggy::results::testing {

inline nlohmann::json scipy_figures(const std::string& group) {
  std::ifstream stream(std::string(CRAGGY_TEST_DATA) + "/results/scipy.json");
  return nlohmann::json::parse(stream).at(group);
}

}  // namespace craggy::results::testing
