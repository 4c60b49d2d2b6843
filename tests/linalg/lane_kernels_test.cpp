// Every kernel of every instruction set that this machine has, against Eigen on one lane after the other.
#include "linalg/lane_kernels.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/linalg/simd_level.hpp>

#include "base/random.hpp"
#include "linalg/lane_array.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

class LaneKernelsTest : public ::testing::TestWithParam<std::tuple<SimdLevel, Index>> {
 protected:
  const LaneKernels& kernels_ = lane_kernels(std::get<0>(GetParam()));
  Index n_ = std::get<1>(GetParam());
  RandomStream stream_{7};

  LaneArray array(Index num_entries) const { return {num_entries, kernels_.width}; }
  LaneArray random_array(Index num_entries) {
    LaneArray result = array(num_entries);
    for (Index i = 0; i < result.size(); ++i) result.data()[i] = stream_.normal();
    return result;
  }
  // Symmetric matrices that are far enough from singular.
  LaneArray random_symmetric() {
    LaneArray result = random_array(packed_size(n_));
    for (Index i = 0; i < n_; ++i)
      for (int w = 0; w < kernels_.width; ++w)
        result.at(packed_index(i, i), w) += 2.0 * static_cast<double>(n_) + 3.0;
    return result;
  }
  Matrix lower(const LaneArray& packed, int w) const {
    Matrix L = Matrix::Zero(n_, n_);
    for (Index i = 0; i < n_; ++i)
      for (Index j = 0; j <= i; ++j) L(i, j) = packed.at(packed_index(i, j), w);
    return L;
  }
  Matrix symmetric(const LaneArray& packed, int w) const {
    return lower(packed, w).selfadjointView<Eigen::Lower>();
  }
  Matrix columns(const LaneArray& B, Index m, int w) const {
    Matrix result(n_, m);
    for (Index i = 0; i < n_; ++i)
      for (Index c = 0; c < m; ++c) result(i, c) = B.at(i * m + c, w);
    return result;
  }
};

constexpr double tolerance = 1e-12;

bool never() { return false; }

TEST_P(LaneKernelsTest, FactoriseAndInvertAsEigenDoes) {
  const LaneArray A = random_symmetric();
  LaneArray L = A;
  LaneArray log_determinant = array(1);
  kernels_.factorise(n_, L.data(), log_determinant.data(), never);
  LaneArray inverse_factor = L;
  kernels_.invert_factor(n_, inverse_factor.data(), never);
  LaneArray inverse = inverse_factor;
  kernels_.complete_inverse(n_, inverse.data(), never);
  for (int w = 0; w < kernels_.width; ++w) {
    const Eigen::LLT<Matrix> expected(symmetric(A, w));
    Matrix factor = lower(L, w);
    factor.diagonal() = factor.diagonal().cwiseInverse();
    EXPECT_TRUE(factor.isApprox(Matrix(expected.matrixL()), tolerance));
    EXPECT_NEAR(log_determinant.at(0, w), 2.0 * factor.diagonal().array().log().sum(), 1e-11);
    EXPECT_TRUE((lower(inverse_factor, w) * factor).isIdentity(tolerance));
    EXPECT_TRUE((symmetric(inverse, w) * symmetric(A, w)).isIdentity(tolerance));
  }
}

TEST_P(LaneKernelsTest, ALaneThatIsNotPositiveDefiniteLeavesTheOthersAlone) {
  LaneArray good = random_symmetric();
  LaneArray bad = good;
  bad.at(packed_index(n_ / 2, n_ / 2), 1) = -1.0;
  LaneArray expected = array(1);
  LaneArray log_determinant = array(1);
  kernels_.factorise(n_, good.data(), expected.data(), never);
  kernels_.factorise(n_, bad.data(), log_determinant.data(), never);
  for (int w = 0; w < kernels_.width; ++w) {
    if (w == 1) {
      EXPECT_TRUE(std::isnan(log_determinant.at(0, w)));
      continue;
    }
    EXPECT_EQ(log_determinant.at(0, w), expected.at(0, w));
    EXPECT_EQ(bad.lane(w), good.lane(w));
  }
}

TEST_P(LaneKernelsTest, NotANumberIsAFailureToo) {
  LaneArray A = random_symmetric();
  A.at(packed_index(n_ - 1, n_ - 1), 0) = std::numeric_limits<double>::quiet_NaN();
  LaneArray log_determinant = array(1);
  kernels_.factorise(n_, A.data(), log_determinant.data(), never);
  EXPECT_TRUE(std::isnan(log_determinant.at(0, 0)));
}

TEST_P(LaneKernelsTest, SolvesAndMultiplies) {
  LaneArray L = random_symmetric();
  LaneArray log_determinant = array(1);
  kernels_.factorise(n_, L.data(), log_determinant.data(), never);
  const LaneArray M = random_array(packed_size(n_));
  const LaneArray b = random_array(n_);
  const LaneArray shared = random_array(n_ * n_);  // its first n² numbers serve as one plain matrix
  LaneArray x = array(n_);
  LaneArray norm = array(1);
  LaneArray transposed = random_array(n_);  // what stood there before must not matter
  LaneArray times = random_array(n_);
  LaneArray times_shared = random_array(n_);
  kernels_.solve_lower(n_, L.data(), b.data(), x.data(), norm.data());
  kernels_.multiply_transposed(n_, M.data(), b.data(), transposed.data());
  kernels_.multiply_symmetric(n_, M.data(), b.data(), times.data());
  kernels_.multiply_shared(n_, shared.data(), b.data(), times_shared.data());
  const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> A(shared.data(), n_, n_);
  for (int w = 0; w < kernels_.width; ++w) {
    Matrix factor = lower(L, w);
    factor.diagonal() = factor.diagonal().cwiseInverse();
    EXPECT_TRUE((factor * x.lane(w)).isApprox(b.lane(w), tolerance));
    EXPECT_NEAR(norm.at(0, w), x.lane(w).squaredNorm(), tolerance * norm.at(0, w));
    EXPECT_TRUE(transposed.lane(w).isApprox(lower(M, w).transpose() * b.lane(w), tolerance));
    EXPECT_TRUE(times.lane(w).isApprox(symmetric(M, w) * b.lane(w), tolerance));
    EXPECT_TRUE(times_shared.lane(w).isApprox(A * b.lane(w), tolerance));
  }
}

TEST_P(LaneKernelsTest, FormsOfManyColumns) {
  const LaneArray M = random_array(packed_size(n_));
  const LaneArray x = random_array(n_);
  for (Index m : {1, 3, 4, 5, 8, 13}) {
    const LaneArray B = random_array(n_ * m);
    LaneArray norms = array(m);
    LaneArray forms = array(m);
    LaneArray sums = array(m);
    kernels_.squared_norms(n_, M.data(), m, B.data(), norms.data());
    LaneArray gram = array(n_ * m);
    LaneArray gram_norms = array(m);
    kernels_.multiply_gram(n_, M.data(), m, B.data(), gram.data(), gram_norms.data());
    kernels_.quadratic_forms(n_, M.data(), m, B.data(), forms.data());
    kernels_.weighted_sums(n_, x.data(), m, B.data(), sums.data());
    for (int w = 0; w < kernels_.width; ++w) {
      const Matrix b = columns(B, m, w);
      const double scale = static_cast<double>(n_ * n_) * tolerance;
      EXPECT_TRUE(norms.lane(w).isApprox((lower(M, w) * b).colwise().squaredNorm().transpose(), tolerance));
      EXPECT_TRUE(gram_norms.lane(w).isApprox(norms.lane(w), tolerance));
      EXPECT_TRUE(
          columns(gram, m, w).isApprox(lower(M, w).transpose() * (lower(M, w) * b).eval(), tolerance));
      EXPECT_TRUE((forms.lane(w) - (b.transpose() * symmetric(M, w) * b).diagonal()).cwiseAbs().maxCoeff() <
                  scale);
      EXPECT_TRUE((sums.lane(w) - b.transpose() * x.lane(w)).cwiseAbs().maxCoeff() < scale);
    }
  }
}

TEST_P(LaneKernelsTest, AddsARankTwoMatrix) {
  const LaneArray before = random_array(packed_size(n_));
  LaneArray P = before;
  const LaneArray p = random_array(n_);
  const LaneArray b = random_array(n_);
  const LaneArray c = random_array(1);
  const LaneArray d = random_array(1);
  kernels_.add_rank_two(n_, P.data(), p.data(), c.data(), b.data(), d.data());
  for (int w = 0; w < kernels_.width; ++w) {
    const Matrix expected = symmetric(before, w) + c.at(0, w) * p.lane(w) * p.lane(w).transpose() +
                            d.at(0, w) * b.lane(w) * b.lane(w).transpose();
    EXPECT_TRUE(symmetric(P, w).isApprox(expected, tolerance));
  }
}

// Orders around the sizes of the register tiles, and one with several tiles of each kind.
INSTANTIATE_TEST_SUITE_P(AllLevels, LaneKernelsTest,
                         ::testing::Combine(::testing::ValuesIn(available_simd_levels()),
                                            ::testing::Values<Index>(1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 23, 40)),
                         [](const auto& test) {
                           return std::string(name_of(std::get<0>(test.param))) + "_" +
                                  std::to_string(std::get<1>(test.param));
                         });

class LaneFunctionsTest : public ::testing::TestWithParam<SimdLevel> {};

TEST_P(LaneFunctionsTest, ExponentialAndLogarithmToAFewUnitsInTheLastPlace) {
  const LaneKernels& kernels = lane_kernels(GetParam());
  constexpr Index count = 4000;
  RandomStream stream(3);
  LaneArray x(count, kernels.width);
  LaneArray y(count, kernels.width);
  for (Index i = 0; i < x.size(); ++i) {
    x.data()[i] = std::exp(stream.uniform(std::log(1e-12), std::log(708.0)));
    y.data()[i] = i % 2 == 0 ? std::exp(stream.uniform(-600.0, 600.0)) : 1.0 + stream.uniform(-0.01, 0.01);
  }
  LaneArray decayed = x;
  LaneArray logs = y;
  kernels.exp_minus(count, decayed.data());
  kernels.log(count, logs.data());
  for (Index i = 0; i < x.size(); ++i) {
    const double decay = std::exp(-x.data()[i]);
    ASSERT_NEAR(decayed.data()[i], decay, 6e-16 * decay) << x.data()[i];
    const double log = std::log(y.data()[i]);
    ASSERT_NEAR(logs.data()[i], log, 5e-16 * std::abs(log) + 1e-18) << y.data()[i];
  }
}

TEST_P(LaneFunctionsTest, TheExponentialAtItsEnds) {
  const LaneKernels& kernels = lane_kernels(GetParam());
  LaneArray x(4, kernels.width);
  x.at(1, 0) = std::numeric_limits<double>::infinity();
  x.at(2, 0) = std::numeric_limits<double>::quiet_NaN();
  x.at(3, 0) = 709.0;
  kernels.exp_minus(4, x.data());
  EXPECT_EQ(x.at(0, 0), 1.0);
  EXPECT_LT(x.at(1, 0), 4e-308);
  EXPECT_TRUE(std::isnan(x.at(2, 0)));
  EXPECT_LT(x.at(3, 0), 4e-308);
}

long looks_left = 0;
bool after_some_looks() { return --looks_left < 0; }

// What is done between two looks is a few rows of the matrix, and nothing is done after the look that says
// stop.
TEST_P(LaneFunctionsTest, LargeMatricesLookAtEveryFewRowsWhetherToStop) {
  constexpr Index n = 300;
  const LaneKernels& kernels = lane_kernels(GetParam());
  LaneArray identity(packed_size(n), kernels.width);
  for (Index i = 0; i < n; ++i)
    for (int w = 0; w < kernels.width; ++w) identity.at(packed_index(i, i), w) = 4.0;
  LaneArray log_determinant(1, kernels.width);
  const auto kernel_calls = {
      std::function([&](double* A) { kernels.factorise(n, A, log_determinant.data(), after_some_looks); }),
      std::function([&](double* A) { kernels.invert_factor(n, A, after_some_looks); }),
      std::function([&](double* A) { kernels.complete_inverse(n, A, after_some_looks); })};
  for (const auto& call : kernel_calls) {
    LaneArray A = identity;
    looks_left = n;
    call(A.data());
    const Index num_looks = n - looks_left;
    EXPECT_GE(num_looks, n / 5);
    A = identity;
    looks_left = num_looks / 2;
    call(A.data());
    EXPECT_EQ(looks_left, -1);
    EXPECT_EQ(A.at(packed_index(n - 1, n - 1), 0), 4.0);
  }
}

INSTANTIATE_TEST_SUITE_P(AllLevels, LaneFunctionsTest, ::testing::ValuesIn(available_simd_levels()),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST(SimdLevelTest, EveryAvailableLevelIsFoundByItsName) {
  for (SimdLevel level : available_simd_levels()) EXPECT_EQ(parse_simd_level(name_of(level)), level);
  EXPECT_NE(testing::message_of([] { parse_simd_level("v9"); }).find("v9"), std::string::npos);
}

}  // namespace
}  // namespace craggy
