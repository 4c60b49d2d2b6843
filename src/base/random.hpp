// Random streams keyed by (seed, trial, chain, purpose): the same key gives the same numbers whatever the
// number of threads and whatever was drawn elsewhere.
#pragma once

#include <cstdint>
#include <limits>

#include "base/philox.hpp"

namespace craggy {

/// What a stream is used for, so that two uses within one trial never share numbers.
enum class Purpose : std::uint16_t {
  general = 0,
  initial_design = 1,
  latent_scale = 2,  // the draw of σ_h
  chain = 3,
  acquisition = 4,
  prior = 5,
  batch = 6,    // choices that chains in lockstep share
  fantasy = 7,  // values of evaluations that have not ended yet
};

struct StreamId {
  std::uint32_t trial = 0;
  std::uint16_t chain = 0;
  Purpose purpose = Purpose::general;
};

/// A stream of random numbers. Satisfies std::uniform_random_bit_generator (64 bits).
class RandomStream {
 public:
  using result_type = std::uint64_t;

  explicit RandomStream(std::uint64_t seed, StreamId id = {});

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()();

  double uniform();  // in the open interval (0, 1), 52 bits
  double uniform(double low, double high);
  double normal();                           // N(0, 1) by Box–Muller
  double exponential();                      // rate 1
  double gamma(double shape);                // scale 1 [MarsagliaTsang2000]
  std::uint64_t below(std::uint64_t bound);  // uniform on {0, …, bound − 1}, without bias

 private:
  PhiloxKey key_;
  PhiloxCounter counter_;
  PhiloxCounter block_{};
  int unused_ = 0;  // 64-bit halves of block_ that were not handed out yet
  double spare_normal_ = 0.0;
  bool has_spare_normal_ = false;
};

}  // namespace craggy
