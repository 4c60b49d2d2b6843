// The values of a point by the names of its parameters, each as the type that its kind has in C++.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <craggy/space/space.hpp>
#include <craggy/study/trial.hpp>

namespace craggy {

/// Throws InvalidArgument for an unknown name, another type than the parameter has, and an inactive
/// parameter.
template <ParameterValue T>
T value_named(const Space& space, std::span<const double> values, std::string_view name);

bool is_active_named(const Space& space, std::span<const double> values, std::string_view name);
double code_named(const Space& space, std::span<const double> values, std::string_view name);
std::string text_named(const Space& space, std::span<const double> values, std::string_view name);

}  // namespace craggy
