#include "testbeds/neural_network.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "base/random.hpp"
#include "testbeds/line_process.hpp"
#include "testbeds/python_helper.hpp"

namespace craggy::testbeds {
namespace {

namespace fs = std::filesystem;
using Point = std::vector<double>;

const std::string checkout = CRAGGY_TEST_DATA "/../..";

class NeuralNetwork : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("CRAGGY_CHECKOUT", checkout.c_str(), 1);
    try {
      python_ = python_command("nn", "mlp_server.py").front();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    std::string name = (fs::temp_directory_path() / "craggy_test_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    climate_file_ = (folder_ / "climate_model_crashes.csv").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  // As many rows, columns and about as many crashes as the real data have.
  void make_climate_data() const {
    RandomStream stream(17);
    std::ofstream file(climate_file_);
    file << "Study,Run,inputs,…,outcome\n";
    for (int row = 0; row < 540; ++row) {
      Point inputs(18);
      for (double& input : inputs) input = stream.uniform();
      const bool success = inputs[0] + inputs[1] < 1.6 || inputs[2] < 0.3;
      file << fmt::format("{},{},{},{}\n", 1 + row / 180, 1 + row % 180, fmt::join(inputs, ","),
                          success ? 1 : 0);
    }
  }

  std::string error_of_climate(const NeuralNetworkOptions& options) const {
    try {
      neural_network_objective("nn_climate", options)(small_networks_.front());
    } catch (const Error& error) {
      return error.what();
    }
    return "(no error)";
  }

  static double naive_value(LineProcess& naive, const std::string& file, const std::string& kind,
                            const Point& x) {
    return std::stod(naive.exchange(fmt::format("{} {} {}", file, kind, fmt::join(x, " "))));
  }

  std::string python_;
  fs::path folder_;
  std::string climate_file_;
  // Cheap, with batches larger and smaller than the training set; the last one learns enough to stop early.
  const std::vector<Point> small_networks_ = {{2.3, -4.5, 9.6, 5.2, -1.3, 0.9, 0.2, 0.3, 0.5},
                                              {5.5, -3.0, 7.5, 6.5, -3.0, 0.5, 0.5, 0.9, 0.999},
                                              {4.9, -1.2, 5.3, 7.9, -1.5, 0.1, 0.9, 0.6, 0.9}};
};

TEST_F(NeuralNetwork, AgreesWithANaiveOne) {
  make_climate_data();
  const std::string boston_file = checkout + "/experiments/nn/data/boston_housing.csv";
  LineProcess naive({.command = {python_, "-I", checkout + "/tests/testbeds/naive_network.py"},
                     .environment = {{"OPENBLAS_NUM_THREADS", "1"}}});
  const NeuralNetworkOptions options = {.data_dir = folder_.string(), .any_climate = true};
  const problems::Objective boston = neural_network_objective("nn_boston", options);
  const problems::Objective climate = neural_network_objective("nn_climate", options);
  for (const Point& x : small_networks_) {
    EXPECT_NEAR(boston(x), naive_value(naive, boston_file, "regression", x), 1e-5);
    EXPECT_NEAR(climate(x), naive_value(naive, climate_file_, "classification", x), 1e-5);
  }
}

TEST_F(NeuralNetwork, ThreadsAskHelpersOfTheirOwn) {
  const problems::Objective boston = neural_network_objective("nn_boston");
  Point alone;
  for (const Point& x : small_networks_) alone.push_back(boston(x));
  std::vector<Point> together(2, Point(small_networks_.size()));
  {
    std::vector<std::jthread> threads;
    threads.reserve(together.size());
    for (Point& values : together)
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = boston(small_networks_[i]);
      });
  }
  for (const Point& values : together) EXPECT_EQ(values, alone);
}

TEST_F(NeuralNetwork, PowerAndMomentumAreInertAndWholeNumbersTruncated) {
  const problems::Problem problem = nn_boston_problem();
  const Point x = {2.3, -4.5, 9.6, 5.2, -1.3, 0.9, 0.2, 0.3, 0.5};
  const double value = problems::evaluate(problem, x);
  EXPECT_EQ(problems::evaluate(problem, Point{2.3, -4.5, 9.6, 5.2, -1.3, 0.1, 0.9, 0.3, 0.5}), value);
  EXPECT_EQ(problems::evaluate(problem, Point{2.1, -4.5, 9.0, 5.2, -1.3, 0.9, 0.2, 0.3, 0.5}), value);
  EXPECT_NE(problems::evaluate(problem, Point{2.4, -4.5, 9.6, 5.2, -1.3, 0.9, 0.2, 0.3, 0.5}), value);
}

TEST_F(NeuralNetwork, TheScoreReferenceIsAValue) {
  const problems::Problem problem = nn_boston_problem();
  const Point x = {7.2, -1.9234, 5.3585, 7.8732, -2.2312, 0.1118, 0.9661, 0.5022, 0.9625};
  EXPECT_NEAR(problems::evaluate(problem, x), problem.score_reference, 1e-5);
}

TEST_F(NeuralNetwork, OtherClimateDataAreRefused) {
  EXPECT_EQ(error_of_climate({.data_dir = folder_.string()}),
            fmt::format("nn_climate: there is no {}, where CRAGGY_DATA_DIR points", climate_file_));
  make_climate_data();
  const std::string message = error_of_climate({.data_dir = folder_.string()});
  EXPECT_TRUE(message.starts_with(
      fmt::format("nn_climate: {}: not the data that the problem is defined with (sha256 ", climate_file_)))
      << message;
}

// OpenML names its classes; where scikit-learn can reach it is another matter.
TEST_F(NeuralNetwork, TheRarerClassOfOpenMlIsACrash) {
  const std::string script = R"(
import sys, types
import numpy
sys.path.insert(0, sys.argv[1])
import mlp_server
def fetch(data_id, as_frame, data_home):
    return types.SimpleNamespace(data=numpy.arange(6).reshape(3, 2), target=numpy.array(['2', '1', '2']))
sys.stdin.readline()
print(mlp_server.openml_table(fetch).tolist())
)";
  LineProcess process({.command = {python_, "-I", "-B", "-c", script, checkout + "/experiments/nn"}});
  EXPECT_EQ(process.exchange(""), "[[0.0, 1.0, 1.0], [2.0, 3.0, 0.0], [4.0, 5.0, 1.0]]");
}

using NeuralNetworkSlow = NeuralNetwork;

// From scikit-learn 1.1.3 on another machine. The climate data are not ours to ship: only where they are at
// hand.
TEST_F(NeuralNetworkSlow, AgreesWithTheReferenceValues) {
  const char* data_dir = std::getenv("CRAGGY_DATA_DIR");
  const problems::Problem boston = nn_boston_problem();
  const problems::Problem climate = nn_climate_problem();
  std::ifstream file(CRAGGY_TEST_DATA "/testbeds/nn_reference_values.csv");
  std::string line;
  std::getline(file, line);  // the names
  std::size_t num_rows = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    Point numbers;
    for (std::string field; std::getline(fields, field, ',');) numbers.push_back(std::stod(field));
    const Point x(numbers.begin(), numbers.begin() + 9);
    EXPECT_NEAR(problems::evaluate(boston, x), numbers.at(12), 1e-5);
    if (data_dir != nullptr) {
      EXPECT_NEAR(problems::evaluate(climate, x), numbers.at(13), 1e-5);
    }
    ++num_rows;
  }
  EXPECT_EQ(num_rows, 8U);
}

}  // namespace
}  // namespace craggy::testbeds
