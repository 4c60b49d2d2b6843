// A fingerprint of what the engine does with a method, so that results of different engines are not mixed
// unnoticed: a version number does not change with every change of an engine, and not all of them change
// results.
#pragma once

#include <string>

#include "experiments/method.hpp"

namespace craggy::experiments {

/// A hash (16 hexadecimal digits) of the bits of three suggestions, one cold and two warm, for a small fixed
/// history. It tells most changes of the engine, the compiler and the SIMD level, but not, say, one that
/// matters for long histories alone. Empty for methods that are not the engine's. Takes some hundredths of a
/// second, or seconds with the paper's inference.
std::string engine_fingerprint(const Method& method);

}  // namespace craggy::experiments
