#include "options.hpp"

#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/check.hpp"
#include "parts.hpp"
#include "study/option_fields.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;

FieldValue value_of(const Field& field, const std::string& key, const nb::handle& value) {
  if (value.is_none()) return {};
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::int_>(value)) {
    const auto whole = nb::cast<std::int64_t>(value);
    return field.kind == FieldKind::text ? FieldValue(fmt::format("{}", whole)) : FieldValue(whole);
  }
  if (nb::isinstance<nb::float_>(value)) {
    const auto number = nb::cast<double>(value);
    return field.kind == FieldKind::text ? FieldValue(fmt::format("{}", number)) : FieldValue(number);
  }
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  fail_argument(key, nb::cast<std::string>(nb::repr(value)),
                fmt::format("it has to be {}", what_it_takes(field)));
}

using Description = std::tuple<std::string, std::string, std::string, std::string>;

std::vector<Description> describe_options() {
  StoredOptions options;
  std::vector<Description> result;
  for (FieldDescription& each : describe(fields_of(options)))
    result.emplace_back(std::move(each.key), std::move(each.takes), std::move(each.default_value),
                        std::move(each.help));
  return result;
}

}  // namespace

void set_options(const Fields& fields, const nb::dict& keywords) {
  for (const auto& [name, value] : keywords) {
    const auto key = nb::cast<std::string>(name);
    set_option(fields, key, value_of(find_field(fields, key), key, value));
  }
}

void add_options(nb::module_& module) {
  module.def("describe_options", &describe_options,
             "The options of a study: key, what it takes, default and help of each.");
}

}  // namespace craggy::python
