#include "kernels/main_effects.hpp"

#include <cassert>
#include <cmath>

#include "kernels/matern52.hpp"

namespace craggy::main_effects {
namespace {

// Calls visit(first coordinate, their number, lengthscales in which the group's distances are √J·r_j).
template <typename Visit>
void for_groups(const GroupEnds& ends, const ConstVectorRef& lengthscales, const Visit& visit) {
  assert(!ends.empty());
  const double root = std::sqrt(static_cast<double>(ends.size()));
  Index first = 0;
  for (const Index end : ends) {
    visit(first, end - first, Vector(lengthscales.segment(first, end - first) / root));
    first = end;
  }
}

double share_of_one(const GroupEnds& ends, double share) { return share / static_cast<double>(ends.size()); }

}  // namespace

void matrix(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, const GroupEnds& ends, double share,
            MatrixRef K) {
  matern52::matrix(Z, lengthscales, K);
  K *= 1.0 - share;
  Matrix of_group(K.rows(), K.cols());
  for_groups(ends, lengthscales, [&](Index first, Index count, const Vector& l) {
    matern52::matrix(Z.middleRows(first, count), l, of_group);
    K += share_of_one(ends, share) * of_group;
  });
}

double contract(const ConstMatrixRef& Z, const ConstVectorRef& lengthscales, const GroupEnds& ends,
                double share, const ConstMatrixRef& G, VectorRef d_log_lengthscales, MatrixRef d_Z) {
  Matrix k(G.rows(), G.cols());
  matern52::matrix(Z, lengthscales, k);
  double d_share = -G.cwiseProduct(k).sum();
  const Matrix of_joint = (1.0 - share) * G;
  const Matrix of_group = share_of_one(ends, share) * G;
  matern52::contract(Z, lengthscales, of_joint, d_log_lengthscales, d_Z);
  for_groups(ends, lengthscales, [&](Index first, Index count, const Vector& l) {
    matern52::matrix(Z.middleRows(first, count), l, k);
    d_share += share_of_one(ends, G.cwiseProduct(k).sum());
    matern52::contract(Z.middleRows(first, count), l, of_group, d_log_lengthscales.segment(first, count),
                       d_Z.middleRows(first, count));
  });
  return d_share;
}

void cross(const ConstMatrixRef& Z, const ConstMatrixRef& Z_new, const ConstVectorRef& lengthscales,
           const GroupEnds& ends, double share, MatrixRef k) {
  matern52::cross(Z, Z_new, lengthscales, k);
  k *= 1.0 - share;
  Matrix of_group(k.rows(), k.cols());
  for_groups(ends, lengthscales, [&](Index first, Index count, const Vector& l) {
    matern52::cross(Z.middleRows(first, count), Z_new.middleRows(first, count), l, of_group);
    k += share_of_one(ends, share) * of_group;
  });
}

void cross_contract(const ConstMatrixRef& Z, const ConstVectorRef& z_new, const ConstVectorRef& lengthscales,
                    const GroupEnds& ends, double share, const ConstVectorRef& weights, VectorRef d_new) {
  matern52::cross_contract(Z, z_new, lengthscales, (1.0 - share) * weights, d_new);
  for_groups(ends, lengthscales, [&](Index first, Index count, const Vector& l) {
    matern52::cross_contract(Z.middleRows(first, count), z_new.segment(first, count), l,
                             share_of_one(ends, share) * weights, d_new.segment(first, count));
  });
}

}  // namespace craggy::main_effects
