// The names of base/printable.hpp, as this layer had them first.
#pragma once

#include "base/printable.hpp"

namespace craggy::execution {

using craggy::excerpt;
using craggy::printable;

}  // namespace craggy::execution
