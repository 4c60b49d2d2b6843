// What every fuzz target is: a function of any text that either likes it or says why not.
#pragma once

#include <string_view>

namespace craggy::fuzz {

/// Gives the text to what is under test. A mistake in the text is caught here, any other exception, a crash
/// or a broken promise (`expect`) is a finding.
void one_input(std::string_view text);

/// Ends the process, so that a fuzzer keeps the text, unless the promise holds.
void expect(bool holds, const char* promise);

}  // namespace craggy::fuzz
