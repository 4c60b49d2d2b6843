// The parts of the module, each in a file of its name.
#pragma once

#include <nanobind/nanobind.h>

namespace craggy::python {

void add_errors(nanobind::module_& module);
void add_options(nanobind::module_& module);
void add_space(nanobind::module_& module);
void add_study(nanobind::module_& module);
void add_import(nanobind::module_& module);
void add_run(nanobind::module_& module);
void add_model(nanobind::module_& module);
void add_fit(nanobind::module_& module);
void add_suggest(nanobind::module_& module);

}  // namespace craggy::python
