// How a program writes down what an evaluation gave.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include <craggy/base/result.hpp>

namespace craggy::execution {

/// Why a text is no result, for people: "'abc' is not a number".
struct NoResult {
  std::string reason;

  bool operator==(const NoResult&) const = default;
};

using ParsedResult = std::variant<Result, NoResult>;

/// Reads a finite number, or JSON such as {"value": 0.3, "constraints": [-1, 0.5], "noise": 0.01} of which
/// only the value is needed. Blanks around it are fine.
ParsedResult parse_result(std::string_view text);

/// Whether a finite number stands among other words, as in "loss: 0.3". Not in JSON.
bool has_number_among_words(std::string_view text);

}  // namespace craggy::execution
