// The way in for libFuzzer: ./run fuzz.
#include <cstddef>
#include <cstdint>

#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  craggy::fuzz::one_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
