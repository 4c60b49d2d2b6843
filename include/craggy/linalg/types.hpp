// The matrix types of craggy. Points are columns: a set of N points in Q dimensions is Q × N, so that one
// point is contiguous in memory (and a NumPy array of N rows maps onto it without a copy).
#pragma once

#include <Eigen/Core>

namespace craggy {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;
using ConstVectorRef = Eigen::Ref<const Eigen::VectorXd>;
using MatrixRef = Eigen::Ref<Eigen::MatrixXd>;
using ConstMatrixRef = Eigen::Ref<const Eigen::MatrixXd>;

}  // namespace craggy
