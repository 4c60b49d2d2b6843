// What the package `craggy` needs of the library. Everything here is private to it: plain values in and out,
// and points as lists of codes (craggy/space/parameter.hpp).
#include "parts.hpp"

NB_MODULE(_craggy, module) {
  // From 3.12 on Python refuses by itself; before, it would share what belongs to the main interpreter.
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0)
    throw nanobind::import_error("craggy cannot be imported in a subinterpreter; use threads or processes");
  module.doc() = "The compiled part of craggy. Private: use the package instead.";
  module.attr("version") = CRAGGY_VERSION;
  craggy::python::add_errors(module);
  craggy::python::add_options(module);
  craggy::python::add_space(module);
  craggy::python::add_study(module);
  craggy::python::add_import(module);
  craggy::python::add_run(module);
  craggy::python::add_model(module);
  craggy::python::add_fit(module);
  craggy::python::add_suggest(module);
}
