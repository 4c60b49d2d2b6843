#include "bench/blas.hpp"

#include <cstdlib>

#include <dlfcn.h>

#include <craggy/linalg/simd_level.hpp>

namespace craggy::cli {
namespace {

const char* core_for(SimdLevel level) {
  switch (level) {
    case SimdLevel::v4:
      return "SkylakeX";
    case SimdLevel::v3:
      return "Haswell";
    case SimdLevel::baseline:
      break;
  }
  return nullptr;
}

template <class Function>
Function* as_function(void* symbol) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym() has to give is a void*
  return reinterpret_cast<Function*>(symbol);
}

}  // namespace

// NOLINTBEGIN(concurrency-mt-unsafe): no other thread runs yet that could read the environment.
std::optional<Blas> Blas::load() {
  if (const char* core = core_for(available_simd_levels().back())) setenv("OPENBLAS_CORETYPE", core, 0);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  void* handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return std::nullopt;
  Blas blas;
  blas.library_ = std::shared_ptr<void>(handle, [](void* library) { dlclose(library); });
  blas.dgemm_ = dlsym(handle, "dgemm_");
  blas.dpotrf_ = dlsym(handle, "dpotrf_");
  blas.dpotri_ = dlsym(handle, "dpotri_");
  if (blas.dgemm_ == nullptr || blas.dpotrf_ == nullptr || blas.dpotri_ == nullptr) return std::nullopt;
  if (void* core_name = dlsym(handle, "openblas_get_corename"))
    blas.core_ = as_function<char*()>(core_name)();
  return blas;
}
// NOLINTEND(concurrency-mt-unsafe)

void Blas::multiply(const Matrix& A, const Matrix& B, Matrix& C) const {
  using Dgemm =
      void(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
           const int*, const double*, const int*, const double*, double*, const int*);
  const auto n = static_cast<int>(A.rows());
  const double one = 1.0;
  const double zero = 0.0;
  as_function<Dgemm>(dgemm_)("N", "N", &n, &n, &n, &one, A.data(), &n, B.data(), &n, &zero, C.data(), &n);
}

void Blas::factorise_and_invert(Matrix& A) const {
  using Dpotr = void(const char*, const int*, double*, const int*, int*);
  const auto n = static_cast<int>(A.rows());
  int info = 0;
  as_function<Dpotr>(dpotrf_)("L", &n, A.data(), &n, &info);
  as_function<Dpotr>(dpotri_)("L", &n, A.data(), &n, &info);
}

}  // namespace craggy::cli
