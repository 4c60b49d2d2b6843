// Spaces: from texts of the grammar, and questions about points of them.
#include <cmath>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>

#include "parts.hpp"
#include "space/codec.hpp"

namespace craggy::python {
namespace {

namespace nb = nanobind;
using Texts = std::vector<std::string>;
using Values = std::vector<double>;

Space parse_space(const Texts& texts) {
  std::vector<Parameter> parameters;
  parameters.reserve(texts.size());
  for (const std::string& text : texts) parameters.push_back(parse_parameter(text));
  return Space(std::move(parameters));
}

template <typename Get>
Texts of_each(const Space& space, const Get& get) {
  Texts result;
  for (const Parameter& parameter : space.parameters()) result.push_back(get(parameter));
  return result;
}

std::string categorical_text(const std::string& name, Texts choices) {
  return to_text(Parameter{name, Categorical{std::move(choices)}});
}

std::vector<Texts> choices_of(const Space& space) {
  std::vector<Texts> result;
  for (const Parameter& parameter : space.parameters()) {
    const auto* domain = std::get_if<Categorical>(&parameter.domain);
    result.push_back(domain == nullptr ? Texts() : domain->choices);
  }
  return result;
}

// Of each parameter, whether all its values are whole numbers.
std::vector<bool> whole(const Space& space) {
  std::vector<bool> result;
  for (const Parameter& parameter : space.parameters()) {
    const auto* step = std::get_if<Step>(&parameter.domain);
    result.push_back(
        std::holds_alternative<Int>(parameter.domain) ||
        (step != nullptr && std::trunc(step->low) == step->low && std::trunc(step->step) == step->step));
  }
  return result;
}

// The codes of the first and the last value of each parameter.
std::vector<std::pair<double, double>> limits(const Space& space) {
  std::vector<std::pair<double, double>> result;
  for (std::size_t i = 0; i < space.size(); ++i)
    result.emplace_back(space.codec(i).pick(0.0), space.codec(i).pick(1.0));
  return result;
}

std::vector<bool> conditional(const Space& space) {
  std::vector<bool> result;
  for (const Parameter& parameter : space.parameters()) result.push_back(parameter.condition.has_value());
  return result;
}

std::vector<bool> active_at(const Space& space, const Values& values) {
  std::vector<bool> result;
  for (std::size_t i = 0; i < space.size(); ++i) result.push_back(space.is_active(i, values));
  return result;
}

// Of values some of which may be anything, where their parameters are inactive.
Values checked(const Space& space, const Values& values) {
  Values canonical = space.canonical(values);
  space.check(canonical);
  return canonical;
}

}  // namespace

void add_space(nb::module_& module) {
  module.def("categorical_text", &categorical_text, nb::arg("name"), nb::arg("choices"),
             "The text of a categorical parameter.");
  nb::class_<Space>(module, "Space", "A search space.")
      .def(nb::new_(&parse_space), nb::arg("texts"), "From one text of the grammar per parameter.")
      .def("__len__", &Space::size)
      .def(
          "__eq__", [](const Space& a, const Space& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def_prop_ro("names", [](const Space& space) { return of_each(space, [](auto& p) { return p.name; }); })
      .def_prop_ro("texts",
                   [](const Space& space) { return of_each(space, [](auto& p) { return to_text(p); }); })
      .def_prop_ro(
          "kinds",
          [](const Space& space) { return of_each(space, [](auto& p) { return kind_of(p.domain); }); })
      .def_prop_ro("choices", &choices_of)
      .def_prop_ro("whole", &whole)
      .def_prop_ro("conditional", &conditional)
      .def_prop_ro("limits", &limits)
      .def(
          "index_of", [](const Space& space, const std::string& name) { return space.index_of(name); },
          nb::arg("name"))
      .def(
          "parse_value",
          [](const Space& space, std::size_t i, const std::string& text) {
            return parse_value(space[i], text);
          },
          nb::arg("index"), nb::arg("text"), "The code that a text stands for.")
      .def("active_at", &active_at, nb::arg("values"), "Which parameters are active at a point.")
      .def("checked", &checked, nb::arg("values"),
           "The point in its canonical form; raises if it is not in the space.")
      .def(
          "encode", [](const Space& space, const Values& values) { return space.encode(values); },
          nb::arg("values"))
      .def(
          "decode", [](const Space& space, const Values& unit) { return space.decode(unit); },
          nb::arg("unit"))
      .def(
          "pick", [](const Space& space, const Values& shares) { return space.pick(shares); },
          nb::arg("shares"))
      .def("num_points", &Space::num_points);
}

}  // namespace craggy::python
