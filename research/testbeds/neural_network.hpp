// Hyperparameters of a small neural network: NN Boston and NN Climate Model Crashes, trained by scikit-learn.
#pragma once

#include <string>

#include "problems/problem.hpp"

namespace craggy::testbeds {

struct NeuralNetworkOptions {
  std::string data_dir;      // the folder with the climate data; empty: CRAGGY_DATA_DIR, or else OpenML
  bool any_climate = false;  // take whatever data have the name there, for tests
};

/// The loss on the test rows, at most 5, of the network that nine numbers describe [Bodin2020, table of
/// neural networks]; the first five are exponents. `problem` is nn_boston or nn_climate. Calls go to helper
/// processes (experiments/nn/mlp_server.py), as many as there are calls at once; they stay until the
/// objective is gone and start with the first call, which throws Error if Python, its packages or the data
/// are not there.
problems::Objective neural_network_objective(const std::string& problem,
                                             const NeuralNetworkOptions& options = {});

problems::Problem nn_boston_problem();
problems::Problem nn_climate_problem();

}  // namespace craggy::testbeds
