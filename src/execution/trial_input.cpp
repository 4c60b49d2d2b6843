#include "execution/trial_input.hpp"

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::execution {
namespace {

// The same in every locale.
char variable_character(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  const bool stays = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return stays ? c : '_';
}

}  // namespace

std::string variable_name(std::string_view parameter) {
  std::string name(parameter_prefix);
  for (const char c : parameter) name += variable_character(c);
  return name;
}

void check_variable_names(std::span<const std::string> parameters) {
  std::map<std::string, std::string> owners;
  for (const std::string& parameter : parameters) {
    const auto [owner, is_new] = owners.emplace(variable_name(parameter), parameter);
    if (!is_new)
      fail_argument("the name of a parameter", fmt::format("'{}'", parameter),
                    fmt::format("'{}' has the environment variable {} already; it needs another name",
                                owner->second, owner->first));
  }
}

std::map<std::string, std::string> trial_variables(const TrialInput& input,
                                                   std::span<const std::string> parameters) {
  check_size("the values of a trial", input.values.size(), parameters.size());
  std::map<std::string, std::string> variables = {{"CRAGGY_STUDY", input.study},
                                                  {"CRAGGY_TRIAL", fmt::format("{}", input.trial)},
                                                  {"CRAGGY_SEED", fmt::format("{}", input.seed)}};
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const auto& value = input.values[i]) variables[variable_name(parameters[i])] = *value;
  return variables;
}

}  // namespace craggy::execution
