// The table of the linear algebra kernels of one instruction set. Compiled once for each: cmake/lanes.cmake.
#include "linalg/lane_kernels.hpp"
#include "linalg/lanes/products.hpp"

namespace craggy::lanes::CRAGGY_SIMD {
namespace {

Vec* vec(double* x) { return reinterpret_cast<Vec*>(x); }
const Vec* vec(const double* x) { return reinterpret_cast<const Vec*>(x); }

}  // namespace

extern const LaneKernels linalg_table;
const LaneKernels linalg_table = {
    .width = width,
    .factorise = [](long n, double* A, double* log_determinant,
                    StopLook stop) { factorise(n, vec(A), log_determinant, stop); },
    .invert_factor = [](long n, double* A, StopLook stop) { invert_factor(n, vec(A), stop); },
    .complete_inverse = [](long n, double* A, StopLook stop) { multiply_by_transpose(n, vec(A), stop); },
    .solve_lower = [](long n, const double* L, const double* b, double* x,
                      double* squared_norm) { solve_lower(n, vec(L), vec(b), vec(x), vec(squared_norm)); },
    .multiply_transposed = [](long n, const double* M, const double* x,
                              double* out) { multiply_transposed(n, vec(M), vec(x), vec(out)); },
    .multiply_symmetric = [](long n, const double* P, const double* x,
                             double* out) { multiply_symmetric(n, vec(P), vec(x), vec(out)); },
    .squared_norms = [](long n, const double* M, long m, const double* B,
                        double* out) { squared_norms(n, vec(M), m, vec(B), vec(out)); },
    .multiply_gram = [](long n, const double* M, long m, const double* B, double* out,
                        double* norms) { multiply_gram(n, vec(M), m, vec(B), vec(out), vec(norms)); },
    .quadratic_forms = [](long n, const double* P, long m, const double* B,
                          double* out) { quadratic_forms(n, vec(P), m, vec(B), vec(out)); },
    .weighted_sums = [](long n, const double* x, long m, const double* B,
                        double* out) { weighted_sums(n, vec(x), m, vec(B), vec(out)); },
    .add_rank_two = [](long n, double* P, const double* p, const double* c, const double* b,
                       const double* d) { add_rank_two(n, vec(P), vec(p), *vec(c), vec(b), *vec(d)); },
    .multiply_shared = [](long n, const double* A, const double* x,
                          double* out) { multiply_shared(n, A, vec(x), vec(out)); },
    .log =
        [](long count, double* x) {
          for (long i = 0; i < count; ++i) vec(x)[i] = log(vec(x)[i]);
        },
    .exp_minus =
        [](long count, double* x) {
          for (long i = 0; i < count; ++i) vec(x)[i] = exp_minus(vec(x)[i]);
        },
};

}  // namespace craggy::lanes::CRAGGY_SIMD
