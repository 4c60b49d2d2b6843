#include "text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace craggy::cli {
namespace {

constexpr std::size_t narrowest_text = 20;  // narrower columns are not worth wrapping into

// A blank at which no line is broken, as UTF-8; it is shown as a plain one.
constexpr std::string_view firm_blank = "\xC2\xA0";

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::string padded(std::string_view text, std::size_t width, Align align) {
  const std::size_t used = display_width(text);
  const std::string padding(width > used ? width - used : 0, ' ');
  return align == Align::left ? std::string(text) + padding : padding + std::string(text);
}

std::string with_plain_blanks(std::string line) {
  for (std::size_t at = line.find(firm_blank); at != std::string::npos; at = line.find(firm_blank, at))
    line.replace(at, firm_blank.size(), 1, ' ');
  return line;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string clipped(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t columns = 0; end < text.size(); ++end)
    if (begins_character(text[end]) && columns++ == width) break;
  return std::string(text.substr(0, end));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string_view paragraph : split(text, '\n')) {
    std::string line;
    for (const std::string_view word : split(paragraph, ' ')) {
      if (word.empty()) continue;
      if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
        lines.push_back(with_plain_blanks(line));
        line.clear();
      }
      if (!line.empty()) line += ' ';
      line += word;
    }
    lines.push_back(with_plain_blanks(line));
  }
  return lines;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t column, std::size_t width) {
  const std::size_t text_width = std::max(width > column ? width - column : 0, narrowest_text);
  std::string result = std::string(label);
  const bool beside = label.empty() || display_width(label) < column;
  if (!beside) result += '\n';
  for (const std::string& line : wrapped(text, text_width)) {
    result +=
        without_trailing_blanks(std::string(beside ? column - display_width(label) : column, ' ') + line) +
        '\n';
    if (beside) label = "";
  }
  return result;
}

std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows,
                  std::size_t width) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    widths.push_back(display_width(columns[c].title));
    for (const std::vector<std::string>& row : rows) widths[c] = std::max(widths[c], display_width(row[c]));
  }
  const std::string gap = "  ";
  std::size_t before_last = 0;
  for (std::size_t c = 0; c + 1 < columns.size(); ++c) before_last += widths[c] + gap.size();
  if (width > 0 && before_last + narrowest_text / 2 < width)
    widths.back() = std::min(widths.back(), width - before_last);

  std::string result;
  const auto add_row = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c + 1 < columns.size(); ++c)
      line += padded(row[c], widths[c], columns[c].align) + gap;
    for (const std::string& part : wrapped(row.back(), widths.back())) {
      result += without_trailing_blanks(line + padded(part, widths.back(), columns.back().align)) + '\n';
      line.assign(before_last, ' ');
    }
  };
  std::vector<std::string> titles;
  titles.reserve(columns.size());
  for (const Column& column : columns) titles.push_back(column.title);
  add_row(titles);
  for (const std::vector<std::string>& row : rows) add_row(row);
  return result;
}

}  // namespace craggy::cli
