// Dictionaries whose keys are texts, as the stubs have them.
#pragma once

#include <nanobind/nanobind.h>

namespace craggy::python {

using Dictionary = nanobind::typed<nanobind::dict, nanobind::str, nanobind::any>;

}  // namespace craggy::python
