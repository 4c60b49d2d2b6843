#include "base/philox.hpp"

namespace craggy {
namespace {

constexpr std::uint32_t multiplier_0 = 0xD2511F53U;
constexpr std::uint32_t multiplier_1 = 0xCD9E8D57U;
constexpr std::uint32_t weyl_0 = 0x9E3779B9U;  // golden ratio
constexpr std::uint32_t weyl_1 = 0xBB67AE85U;  // √3 − 1
constexpr int num_rounds = 10;

PhiloxCounter round_once(const PhiloxCounter& counter, const PhiloxKey& key) {
  const std::uint64_t product_0 = std::uint64_t{multiplier_0} * counter[0];
  const std::uint64_t product_1 = std::uint64_t{multiplier_1} * counter[2];
  const auto high_0 = static_cast<std::uint32_t>(product_0 >> 32U);
  const auto high_1 = static_cast<std::uint32_t>(product_1 >> 32U);
  return {high_1 ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product_1), high_0 ^ counter[3] ^ key[1],
          static_cast<std::uint32_t>(product_0)};
}

}  // namespace

PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < num_rounds; ++round) {
    counter = round_once(counter, key);
    key[0] += weyl_0;
    key[1] += weyl_1;
  }
  return counter;
}

}  // namespace craggy
