// What a fit says of itself, as a dictionary.
#pragma once

#include <craggy/inference/fit.hpp>

#include "dictionary.hpp"

namespace craggy::python {

Dictionary as_dict(const FitDiagnostics& diagnostics);

}  // namespace craggy::python
