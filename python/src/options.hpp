// Options by keyword, as the tables of fields beside their structs name them.
#pragma once

#include <nanobind/nanobind.h>

#include "base/fields.hpp"

namespace craggy::python {

/// Sets each option of `keywords`. Throws InvalidArgument, with a guess, for an unknown one, and for a value
/// that it does not take.
void set_options(const Fields& fields, const nanobind::dict& keywords);

}  // namespace craggy::python
