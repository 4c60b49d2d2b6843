// Small helpers for text in a terminal: widths, wrapping, tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace craggy::cli {

/// The parts between separators; one part more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The number of columns that UTF-8 text without wide characters takes.
std::size_t display_width(std::string_view text);

/// At most `width` columns of the text.
std::string clipped(std::string_view text, std::size_t width);

/// Lines of at most `width` columns, broken at blanks; a longer word has its own line. A line break in the
/// text stays.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// `label` in a first column that ends at `column`, and `text` wrapped beside it (below it where the label is
/// too long).
std::string labelled(std::string_view label, std::string_view text, std::size_t column, std::size_t width);

/// The text as one word for a shell: between apostrophes unless it is plain.
std::string shell_word(std::string_view text);

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

/// A table with its titles above. The last column is wrapped to keep lines within `width`; 0: no limit.
std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows,
                  std::size_t width = 0);

}  // namespace craggy::cli
