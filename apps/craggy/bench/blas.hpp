// OpenBLAS as a yardstick: loaded at run time if the machine has it, so that nothing of ours depends on it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <craggy/linalg/types.hpp>

namespace craggy::cli {

class Blas {
 public:
  /// Nothing if there is no libopenblas.so.0 (Debian: libopenblas0-pthread). Set up for one thread, and for
  /// the instruction set that our kernels use: its own guess falls back to a very old one on machines it does
  /// not know.
  static std::optional<Blas> load();

  /// C = A·B.
  void multiply(const Matrix& A, const Matrix& B, Matrix& C) const;
  /// The lower triangle of A becomes that of A⁻¹: dpotrf, dpotri.
  void factorise_and_invert(Matrix& A) const;
  /// What the library says it runs, e.g. "SkylakeX".
  const std::string& core() const { return core_; }

 private:
  Blas() = default;
  std::shared_ptr<void> library_;
  void* dgemm_ = nullptr;
  void* dpotrf_ = nullptr;
  void* dpotri_ = nullptr;
  std::string core_;
};

}  // namespace craggy::cli
