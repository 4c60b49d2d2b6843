#include "base/random.hpp"

#include <cmath>
#include <numbers>

namespace craggy {
namespace {

constexpr std::uint32_t low_word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint32_t high_word(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); }

}  // namespace

// Counter words: 0 and 1 count the blocks of this stream, 2 is the trial, 3 holds purpose and chain. Distinct
// ids therefore never meet, and no hash is needed.
RandomStream::RandomStream(std::uint64_t seed, StreamId id)
    : key_{low_word(seed), high_word(seed)},
      counter_{0, 0, id.trial,
               (static_cast<std::uint32_t>(id.purpose) << 16U) | static_cast<std::uint32_t>(id.chain)} {}

RandomStream::result_type RandomStream::operator()() {
  if (unused_ == 0) {
    block_ = philox4x32_10(counter_, key_);
    if (++counter_[0] == 0) ++counter_[1];
    unused_ = 2;
  }
  const std::size_t first = unused_ == 2 ? 0 : 2;
  --unused_;
  return (std::uint64_t{block_[first + 1]} << 32U) | block_[first];
}

double RandomStream::uniform() {
  // 52 bits and a half step: never 0 and never 1.
  return (static_cast<double>((*this)() >> 12U) + 0.5) * 0x1.0p-52;
}

double RandomStream::uniform(double low, double high) { return low + (high - low) * uniform(); }

double RandomStream::normal() {
  if (has_spare_normal_) {
    has_spare_normal_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2.0 * std::log(uniform()));
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_normal_ = true;
  return radius * std::cos(angle);
}

double RandomStream::exponential() { return -std::log(uniform()); }

double RandomStream::gamma(double shape) {
  // Below 1: Gamma(a) = Gamma(a + 1)·U^(1/a) [MarsagliaTsang2000, section 6].
  if (shape < 1.0) {
    const double boosted = gamma(shape + 1.0);
    return boosted * std::pow(uniform(), 1.0 / shape);
  }
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  while (true) {
    const double x = normal();
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    if (std::log(uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  // Reject the incomplete last interval, so that every residue is equally likely.
  const std::uint64_t limit = max() - (max() % bound + 1) % bound;
  std::uint64_t value = (*this)();
  while (value > limit) value = (*this)();
  return value % bound;
}

}  // namespace craggy
