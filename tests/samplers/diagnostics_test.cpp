#include "samplers/diagnostics.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace craggy {
namespace {

std::vector<std::vector<std::string>> read_csv(const std::string& name) {
  std::ifstream file(std::string(CRAGGY_TEST_DATA) + "/samplers/" + name);
  EXPECT_TRUE(file.is_open()) << name;
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    rows.push_back(fields);
  }
  return rows;
}

std::map<std::string, Matrix> read_draws() {
  std::map<std::string, Matrix> result;
  for (const auto& row : read_csv("diagnostics_draws.csv")) {
    Matrix& draws = result[row[0]];
    const auto num_draws = static_cast<Index>(row.size() - 2);
    draws.conservativeResize(num_draws, draws.cols() + 1);
    for (Index i = 0; i < num_draws; ++i)
      draws(i, draws.cols() - 1) = std::stod(row[static_cast<std::size_t>(i + 2)]);
  }
  return result;
}

TEST(Diagnostics, AgreesWithArviz) {
  const std::map<std::string, Matrix> cases = read_draws();
  const std::map<std::string, double (*)(const ConstMatrixRef&)> statistics = {
      {"rhat", rhat},         {"ess_bulk", ess_bulk},   {"ess_tail", ess_tail},
      {"ess_mean", ess_mean}, {"mcse_mean", mcse_mean},
  };
  int num_compared = 0;
  for (const auto& row : read_csv("diagnostics_expected.csv")) {
    const Matrix& draws = cases.at(row[0]);
    const double expected = std::stod(row[2]);
    const double actual =
        row[1] == "bfmi_of_first_chain" ? e_bfmi(draws.col(0)) : statistics.at(row[1])(draws);
    EXPECT_NEAR(actual / expected, 1.0, 1e-8) << row[0] << " " << row[1];
    ++num_compared;
  }
  EXPECT_EQ(num_compared, 65);
}

TEST(Diagnostics, IndependentDrawsAreAllEffective) {
  RandomStream stream(1);
  Matrix draws(1000, 4);
  for (double& x : draws.reshaped()) x = stream.normal();
  EXPECT_LT(rhat(draws), 1.01);
  EXPECT_NEAR(ess_mean(draws), 4000.0, 600.0);
  EXPECT_NEAR(ess_bulk(draws), 4000.0, 600.0);
  EXPECT_NEAR(ess_tail(draws), 4000.0, 600.0);
  EXPECT_NEAR(mcse_mean(draws), 1.0 / std::sqrt(4000.0), 0.002);
  EXPECT_NEAR(e_bfmi(draws.col(0)), 2.0, 0.2);
}

TEST(Diagnostics, AutocorrelatedDrawsHaveTheKnownEfficiency) {
  // AR(1): ESS / S = (1 − ρ)/(1 + ρ).
  RandomStream stream(2);
  Matrix draws(5000, 4);
  for (Index c = 0; c < 4; ++c) {
    double x = stream.normal();
    for (Index s = 0; s < 5000; ++s) draws(s, c) = x = 0.8 * x + 0.6 * stream.normal();
  }
  EXPECT_NEAR(ess_mean(draws) / 20000.0, 1.0 / 9.0, 0.012);
  EXPECT_NEAR(e_bfmi(draws.col(0)), 2.0 * (1.0 - 0.8), 0.03);
}

TEST(Diagnostics, RanksDoNotMindMonotoneMaps) {
  RandomStream stream(3);
  Matrix draws(100, 2);
  for (double& x : draws.reshaped()) x = stream.normal();
  const Matrix stretched = draws.array().exp().pow(3);
  EXPECT_DOUBLE_EQ(ess_bulk(draws), ess_bulk(stretched));
  EXPECT_DOUBLE_EQ(ess_tail(draws), ess_tail(stretched));
}

TEST(Diagnostics, EqualOrFewOrNonFiniteDrawsSayNothing) {
  Matrix one_is_nan = Matrix::Random(10, 2);
  one_is_nan(3, 1) = std::numeric_limits<double>::quiet_NaN();
  Matrix one_is_infinite = Matrix::Random(10, 2);
  one_is_infinite(3, 1) = std::numeric_limits<double>::infinity();
  const std::vector<Matrix> hopeless = {Matrix::Constant(50, 4, 3.0),
                                        Matrix::Random(3, 4),
                                        Matrix(0, 0),
                                        Matrix(10, 0),
                                        one_is_nan,
                                        one_is_infinite};
  for (const Matrix& draws : hopeless) {
    EXPECT_TRUE(std::isnan(rhat(draws)));
    EXPECT_TRUE(std::isnan(ess_bulk(draws)));
    EXPECT_TRUE(std::isnan(ess_tail(draws)));
    EXPECT_TRUE(std::isnan(ess_mean(draws)));
    EXPECT_TRUE(std::isnan(mcse_mean(draws)));
  }
  EXPECT_TRUE(std::isnan(e_bfmi(Vector::Ones(10))));
  EXPECT_TRUE(std::isnan(e_bfmi(Vector::Ones(1))));
  EXPECT_TRUE(std::isnan(e_bfmi(one_is_nan.col(1))));
}

TEST(Diagnostics, ChainsStuckAtDifferentValuesDisagreeForEver) {
  Matrix draws(100, 3);
  draws << Matrix::Zero(100, 1), Matrix::Ones(100, 2);
  EXPECT_EQ(rhat(draws), std::numeric_limits<double>::infinity());
  EXPECT_LT(ess_bulk(draws), 6.0);
}

TEST(Diagnostics, ABinaryQuantityHasARhat) {
  // |x − median| is constant here, so only the unfolded half of R-hat can speak.
  Matrix draws(100, 2);
  for (Index s = 0; s < 100; ++s)
    draws.row(s) << static_cast<double>(s % 2), static_cast<double>((s + 1) % 2);
  EXPECT_LT(rhat(draws), 1.01);
  EXPECT_GT(ess_bulk(draws), 200.0);
}

}  // namespace
}  // namespace craggy
