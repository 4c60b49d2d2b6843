// The settings of a study that are not the usual ones: what somebody chose.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <craggy/study/options.hpp>

namespace craggy::runs {

/// A setting as on the command line, "sigma-h", and its value as text, "0.1d".
struct Setting {
  std::string name;
  std::string value;
};

/// Those that differ from the defaults, in the order of the help. The surrogate, which is said everywhere, is
/// not among them.
std::vector<Setting> changed_settings(const StudyOptions& options);

/// The same by their keys, with values of their own types: {"num_draws": 2000}.
nlohmann::ordered_json settings_json(const StudyOptions& options);

}  // namespace craggy::runs
