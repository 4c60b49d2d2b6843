// What a fit says of itself, as a dictionary.
#pragma once

#include <nanobind/nanobind.h>

#include <craggy/inference/fit.hpp>

namespace craggy::python {

nanobind::dict as_dict(const FitDiagnostics& diagnostics);

}  // namespace craggy::python
