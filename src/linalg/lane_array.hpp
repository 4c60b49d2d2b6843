// Numbers of several chains side by side, so that one vector instruction works on all of them: entry e of
// lane w stands at [e·width + w].
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include <craggy/linalg/types.hpp>

namespace craggy {

/// An array of lane vectors, aligned as the kernels need it. All zero at first.
class LaneArray {
 public:
  LaneArray() = default;
  LaneArray(Index num_entries, int width) : LaneArray(num_entries, width, Unset{}) { fill(0.0); }
  LaneArray(const LaneArray& other) : LaneArray(other.num_entries_, other.width_, Unset{}) {
    copy_from(other);
  }
  LaneArray(LaneArray&&) noexcept = default;
  LaneArray& operator=(const LaneArray& other) {
    if (this != &other) *this = LaneArray(other);
    return *this;
  }
  LaneArray& operator=(LaneArray&&) noexcept = default;
  ~LaneArray() = default;

  /// Scratch memory: nothing may be read before it is written.
  static LaneArray scratch(Index num_entries, int width) { return {num_entries, width, Unset{}}; }

  Index num_entries() const { return num_entries_; }
  int width() const { return width_; }
  Index size() const { return num_entries_ * width_; }

  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }

  /// The lanes of one entry.
  double* entry(Index e) { return data() + e * width_; }
  const double* entry(Index e) const { return data() + e * width_; }
  double& at(Index e, int lane) { return data()[e * width_ + lane]; }
  double at(Index e, int lane) const { return data()[e * width_ + lane]; }

  void fill(double value) { std::fill_n(data(), size(), value); }
  /// Of an array of the same shape.
  void copy_from(const LaneArray& other) { std::copy_n(other.data(), other.size(), data()); }
  void copy_lane_from(const LaneArray& other, int lane) {
    for (Index e = 0; e < num_entries_; ++e) at(e, lane) = other.at(e, lane);
  }

  Vector lane(int lane) const {
    Vector result(num_entries_);
    for (Index e = 0; e < num_entries_; ++e) result[e] = at(e, lane);
    return result;
  }
  void set_lane(int lane, const Vector& values) {
    for (Index e = 0; e < num_entries_; ++e) at(e, lane) = values[e];
  }

 private:
  struct Unset {};
  LaneArray(Index num_entries, int width, Unset)
      : num_entries_(num_entries),
        width_(width),
        data_(static_cast<double*>(::operator new[](std::max<std::size_t>(bytes(), 1), alignment))) {}

  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(double* data) const { ::operator delete[](data, alignment); }
  };
  std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(double); }

  Index num_entries_ = 0;
  int width_ = 1;
  // NOLINTNEXTLINE(*-avoid-c-arrays): how unique_ptr is told that it owns an array
  std::unique_ptr<double[], Free> data_;
};

/// Number of entries of a lower triangle with its diagonal, packed by rows.
constexpr Index packed_size(Index n) { return n * (n + 1) / 2; }
constexpr Index packed_index(Index row, Index column) { return row * (row + 1) / 2 + column; }

}  // namespace craggy
