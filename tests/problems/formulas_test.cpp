// The formulas of smooth.hpp, oscillatory.hpp and complicated.hpp against reference values and naive forms.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "problems/catalogue.hpp"
#include "problems/complicated.hpp"
#include "problems/smooth.hpp"

namespace craggy::problems {
namespace {

using std::numbers::pi;

struct ReferenceValue {
  std::string problem;
  std::vector<double> x;
  double value = 0.0;
};

std::vector<ReferenceValue> read_reference_values() {
  std::ifstream file(CRAGGY_TEST_DATA "/problem_values.csv");
  std::vector<ReferenceValue> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#') || line.starts_with("problem,")) continue;
    std::istringstream fields(line);
    ReferenceValue row;
    std::string point;
    std::getline(fields, row.problem, ',');
    std::getline(fields, point, ',');
    fields >> row.value;
    std::istringstream coordinates(point);
    for (std::string number; std::getline(coordinates, number, ';');)
      row.x.push_back(std::strtod(number.c_str(), nullptr));
    rows.push_back(row);
  }
  return rows;
}

TEST(Formulas, AgreeWithTheReferenceValues) {
  const std::vector<ReferenceValue> rows = read_reference_values();
  ASSERT_EQ(rows.size(), 57U);
  std::set<std::string> seen;
  for (const ReferenceValue& row : rows) {
    seen.insert(row.problem);
    const double value =
        row.problem == "exponential" ? exponential(row.x) : evaluate(find_problem(row.problem), row.x);
    // Weierstrass takes the cosine of angles up to 2e10, where a double has six digits after the point.
    const double tolerance = row.problem == "weierstrass" ? 1e-9 : 1e-12;
    EXPECT_NEAR(value / row.value, 1.0, tolerance) << row.problem;
  }
  EXPECT_EQ(seen.size(), catalogue().size() + 1);
}

// As [evalset] has it, the constant inside the sum over the coordinates and summed by cosines.
double naive_weierstrass(const std::vector<double>& x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double waves = 0.0;
    double constant = 0.0;
    for (int k = 0; k <= 20; ++k) {
      waves += std::pow(0.5, k) * std::cos(2.0 * pi * std::pow(3.0, k) * (x[i] + 0.5));
      constant += std::pow(0.5, k) * std::cos(pi * std::pow(3.0, k));
    }
    sum += waves - static_cast<double>(x.size()) * constant;
  }
  return sum;
}

TEST(Formulas, WeierstrassAgreesWithTheDoubleSum) {
  RandomStream stream(3);
  for (std::size_t dim : {1U, 2U, 8U})
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<double> x(dim);
      for (double& value : x) value = stream.uniform(-0.5, 0.2);
      EXPECT_NEAR(weierstrass(x) / naive_weierstrass(x), 1.0, 1e-9);
    }
}

TEST(Formulas, WeierstrassIsHighestAtItsLowerCorner) {
  EXPECT_NEAR(weierstrass(std::vector<double>(8, -0.5)), 72.0 * (2.0 - std::pow(2.0, -20)), 1e-9);
}

}  // namespace
}  // namespace craggy::problems
