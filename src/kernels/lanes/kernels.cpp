// The tables of the Matérn kernels of one instruction set. Compiled once for each: cmake/lanes.cmake.
#include "kernels/lanes/main_effects.hpp"
#include "kernels/lanes/matern52.hpp"

namespace craggy::lanes::CRAGGY_SIMD {

extern const LaneMatern52 matern52_table;
const LaneMatern52 matern52_table = {
    // One latent coordinate is the usual case and worth code of its own.
    .matrix =
        [](const LanePoints& points, const double* variances, double* K, double* slopes) {
          const auto fill = points.dimension == 1 ? fill_matrix<1> : fill_matrix<0>;
          fill(points, vec(variances), vec(K), slopes != nullptr ? vec(slopes) : nullptr);
        },
    .contract =
        [](const LanePoints& points, const double* P, const double* alpha, const double* slopes,
           double* d_own, double* d_log_lengthscale) {
          const auto contract = points.dimension == 1 ? contract_pairs<1> : contract_pairs<0>;
          contract(points, vec(P), vec(alpha), vec(slopes), vec(d_own), vec(d_log_lengthscale));
        },
    .cross =
        [](const LanePoints& points, long m, const double* shared, const double* others, double* k) {
          const auto fill = points.dimension == 1 ? fill_cross<1> : fill_cross<0>;
          fill(points, m, shared, others != nullptr ? vec(others) : nullptr, vec(k));
        },
    .cross_site =
        [](const LanePoints& points, long site, long m, const double* others, double* k) {
          const auto fill = points.dimension == 1 ? fill_cross_site<1> : fill_cross_site<0>;
          fill(points, site, m, vec(others), vec(k));
        },
    .cross_and_slopes =
        [](const LanePoints& points, long m, const double* shared, const double* others, double* k,
           double* slopes) {
          fill_cross_and_slopes(points, m, shared, others != nullptr ? vec(others) : nullptr, vec(k),
                                vec(slopes));
        },
    .contract_cross =
        [](long n, long m, const double* slopes, const double* alpha, const double* solution,
           const double* d_mean, const double* d_variance, double* out) {
          contract_cross(n, m, vec(slopes), vec(alpha), vec(solution), vec(d_mean), vec(d_variance), out);
        },
};

extern const LaneMainEffects main_effects_table;
const LaneMainEffects main_effects_table = {
    .fill_decays =
        [](const LaneEffects& effects, long count, long dimension, const double* own, double* falling,
           double* rising) {
          return fill_decays(effects, count, dimension, vec(own), vec(falling), vec(rising));
        },
    .matrix =
        [](const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays,
           const double* variances, double* K) {
          const auto fill = are_known(decays) ? fill_effects_matrix<true> : fill_effects_matrix<false>;
          fill(points, effects, decays, vec(variances), vec(K));
        },
    .contract =
        [](const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays, const double* P,
           const double* alpha, double* d_own, double* d_share) {
          const auto contract = are_known(decays) ? contract_effects<true> : contract_effects<false>;
          contract(points, effects, decays, vec(P), vec(alpha), vec(d_own), vec(d_share));
        },
    .cross =
        [](const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays, long m,
           const LaneOthers& others, double* k) {
          const auto fill = are_known(decays) && are_known(others.decays) ? fill_effects_cross<true>
                                                                          : fill_effects_cross<false>;
          fill(points, effects, decays, m, others, vec(k));
        },
    .cross_pull_back =
        [](const LanePoints& points, const LaneEffects& effects, const LaneDecays& decays, long m,
           const LaneOthers& others, const double* weights, double* d_others) {
          const auto pull_back = are_known(decays) && are_known(others.decays)
                                     ? pull_back_effects_cross<true>
                                     : pull_back_effects_cross<false>;
          pull_back(points, effects, decays, m, others, vec(weights), vec(d_others));
        },
};

}  // namespace craggy::lanes::CRAGGY_SIMD
