// The parameters of a space as JSON: what a script needs to know of them without reading their text.
#pragma once

#include <nlohmann/json.hpp>

#include <craggy/space/space.hpp>

namespace craggy::runs {

/// {"name": "lr", "kind": "log", "low": 1e-05, "high": 0.1, "log": true, "text": "lr=log(1e-5,1e-1)"}: with
/// "step" where there is one, "choices" of a category or a bool, and "condition" where there is one. Bounds
/// are numbers of the parameter's own type.
nlohmann::ordered_json parameter_json(const Parameter& parameter);

nlohmann::ordered_json parameters_json(const Space& space);

}  // namespace craggy::runs
