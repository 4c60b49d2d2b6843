// Texts in CSV, such that no spreadsheet takes one for a formula.
#pragma once

#include <string>
#include <string_view>

namespace craggy::runs {

/// The text as craggy writes it into a cell: with an apostrophe in front if it begins with = + - @ or an
/// apostrophe, or with a tab or a line break. A number such as -0.5 stays. For texts only, not for numbers.
std::string to_spreadsheet(std::string_view text);

/// The text that was written like that: without the apostrophe that a cell begins with. For reading what
/// craggy has written; whatever a text is, from_spreadsheet(to_spreadsheet(text)) == text.
std::string from_spreadsheet(std::string_view cell);

}  // namespace craggy::runs
