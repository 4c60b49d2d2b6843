// The one place where the exceptions of the library become those of Python.
#include <craggy/base/error.hpp>
#include <craggy/stores/store.hpp>
#include <craggy/study/study.hpp>

#include "parts.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;

void raise(const char* name, const char* message) {
  const nb::object type = nb::module_::import_("craggy.errors").attr(name);
  PyErr_SetString(type.ptr(), message);
}

void translate(const std::exception_ptr& error, void* /*payload*/) {
  try {
    std::rethrow_exception(error);
  } catch (const SpaceExhausted& exhausted) {
    raise("SpaceExhausted", exhausted.what());
  } catch (const InvalidArgument& mistake) {
    raise("InvalidArgument", mistake.what());
  } catch (const StoreUnreachable& unreachable) {
    raise("StoreUnreachable", unreachable.what());
  } catch (const StoreError& store) {
    raise("StoreError", store.what());
  } catch (const Cancelled& cancelled) {
    raise("Cancelled", cancelled.what());
  } catch (const Error& other) {
    raise("CraggyError", other.what());
  }
}

}  // namespace

void add_errors(nb::module_& /*module*/) { nb::register_exception_translator(translate); }

}  // namespace craggy::python
