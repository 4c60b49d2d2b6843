// The log density and gradient of the latent GP against an independent implementation (tests/data/README.md).
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <craggy/surrogates/registry.hpp>

#include "surrogates/surrogate_density.hpp"

namespace craggy {
namespace {

// Columns x0 … , f, y; y is standardised already.
Dataset read_data(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<std::vector<double>> rows;
  while (std::getline(file, line)) {
    std::stringstream fields(line);
    std::vector<double> row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(std::stod(field));
    rows.push_back(row);
  }
  Dataset data;
  const auto num_inputs = static_cast<Index>(rows.at(0).size()) - 2;
  data.X.resize(num_inputs, static_cast<Index>(rows.size()));
  data.y.resize(data.X.cols());
  for (Index n = 0; n < data.X.cols(); ++n) {
    const std::vector<double>& row = rows[static_cast<std::size_t>(n)];
    for (Index q = 0; q < num_inputs; ++q) data.X(q, n) = row[static_cast<std::size_t>(q)];
    data.y[n] = row.back();
  }
  return data;
}

Vector as_vector(const nlohmann::json& numbers) {
  const auto values = numbers.get<std::vector<double>>();
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

TEST(DensityFixtures, LatentGpAgreesWithAnIndependentImplementation) {
  std::ifstream file(CRAGGY_TEST_DATA "/latent_gp_densities.json");
  const nlohmann::json records = nlohmann::json::parse(file).at("records");
  ASSERT_GE(records.size(), 90U);
  std::map<std::string, std::shared_ptr<const Dataset>> data_sets;
  for (const nlohmann::json& record : records) {
    const std::string stem =
        record.at("obj").get<std::string>() + "_N" + std::to_string(record.at("N").get<int>());
    auto& data = data_sets[stem];
    if (!data) data = std::make_shared<Dataset>(read_data(CRAGGY_TEST_DATA "/latent_gp_" + stem + ".csv"));
    const bool with_noise = record.at("case") == "B";
    const auto surrogate = make_surrogate(with_noise ? "latent+noise" : "latent",
                                          {.sigma_h = {record.at("sigma_h").get<double>()}});
    SurrogateDensity density(surrogate, data, 1e-6);
    const Vector expected = as_vector(record.at("grad"));
    Vector gradient(density.size());
    ASSERT_EQ(density.size(), expected.size());
    const double value = density.evaluate(as_vector(record.at("u")), gradient);
    const auto expected_value = record.at("logp").get<double>();
    EXPECT_NEAR(value / expected_value, 1.0, 1e-8) << stem << record.at("case") << record.at("point");
    EXPECT_LT((gradient - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff(), 1e-8)
        << stem << record.at("case") << record.at("point");
  }
}

}  // namespace
}  // namespace craggy
