// Fills the prose of a Markdown text into lines of a given width.
#pragma once

#include <cstddef>
#include <string>

namespace craggy::results {

/// The text with every line of prose and every list item broken so that no line is longer than `columns`
/// characters. Tables, headings and code blocks stay as they are, inline code is never broken, and no
/// continuation begins with a sign that Markdown would take for a list, a heading or a table.
std::string wrap_markdown(const std::string& text, std::size_t columns);

}  // namespace craggy::results
