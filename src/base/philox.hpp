// Philox4x32-10, a counter-based generator [Salmon2011]: the output is a pure function of key and counter.
#pragma once

#include <array>
#include <cstdint>

namespace craggy {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key);

}  // namespace craggy
