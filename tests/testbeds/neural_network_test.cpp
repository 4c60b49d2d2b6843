#include <gtest/gtest.h>

#include <craggy/testbeds/neural_network.hpp>

namespace craggy::testbeds {
namespace {}  // namespace
}  // namespace craggy::testbeds
