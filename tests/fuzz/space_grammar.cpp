// The texts that declare parameters.
#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "fuzz/target.hpp"

void craggy::fuzz::one_input(std::string_view text) {
  try {
    const Parameter parameter = parse_parameter(text);
    const std::string written = to_text(parameter);
    expect(to_text(parse_parameter(written)) == written, "what is written reads back as the same parameter");
  } catch (const InvalidArgument&) {
    return;  // said why
  }
}
