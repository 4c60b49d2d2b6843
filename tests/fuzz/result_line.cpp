// What objectives print, of which nothing can be trusted.
#include <algorithm>
#include <cmath>

#include "execution/result_text.hpp"
#include "fuzz/target.hpp"

void craggy::fuzz::one_input(std::string_view text) {
  const execution::ParsedResult parsed = execution::parse_result(text);
  if (const auto* none = std::get_if<execution::NoResult>(&parsed)) {
    expect(!none->reason.empty(), "there is a reason");
    expect(none->reason.size() < 2000, "the reason is short, however long the text");
    return;
  }
  const Result& result = std::get<Result>(parsed);
  expect(std::isfinite(result.value), "the value is finite");
  expect(std::all_of(result.constraints.begin(), result.constraints.end(),
                     [](double each) { return std::isfinite(each); }),
         "constraints are finite");
  expect(!result.noise || (std::isfinite(*result.noise) && *result.noise >= 0.0), "noise is not negative");
}
