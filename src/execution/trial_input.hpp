// What a command is told about its trial, and under which names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/trial_seed.hpp"

namespace craggy::execution {

struct TrialInput {
  std::string study{};
  std::uint64_t trial = 0;
  std::uint64_t seed = 0;  // of this trial
  /// The value of every parameter as text, in the order in which they were declared; none if it is inactive.
  std::vector<std::optional<std::string>> values{};
  std::string parameters_json{};  // an object with the active parameters
};

inline constexpr std::string_view parameter_prefix = "CRAGGY_PARAM_";

/// The environment variable of a parameter: CRAGGY_PARAM_ and the name with letters in upper case and
/// everything but letters and digits as _.
std::string variable_name(std::string_view parameter);

/// Throws InvalidArgument if two parameters would share a variable.
void check_variable_names(std::span<const std::string> parameters);

using craggy::trial_seed;  // a seed that every program can take

/// CRAGGY_STUDY, CRAGGY_TRIAL, CRAGGY_SEED and the variable of every active parameter.
std::map<std::string, std::string> trial_variables(const TrialInput& input,
                                                   std::span<const std::string> parameters);

}  // namespace craggy::execution
