#include "results/wrap_markdown.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace craggy::results {
namespace {

// Characters, not bytes: of UTF-8 only the bytes that begin a character count.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

// Pieces between blanks; inline code keeps its blanks.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool in_code = false;
  for (const char c : line) {
    if (c == '`') in_code = !in_code;
    if (c != ' ' || in_code) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// Would Markdown take a line that begins with this word for more than text?
bool has_meaning_at_start(std::string_view word) {
  const bool is_number =
      word.size() > 1 && word.back() == '.' &&
      std::all_of(word.begin(), word.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
  return is_number || word == "-" || word == "+" || word == "*" || word.starts_with('#') ||
         word.starts_with('>') || word.starts_with('|');
}

bool is_prose(std::string_view line) {
  return !line.starts_with('|') && !line.starts_with('#') && !line.starts_with("    ");
}

std::string wrap_line(std::string_view line, std::size_t columns) {
  const std::string indent = line.starts_with("- ") || line.starts_with("  ") ? "  " : "";
  const std::string first_indent = line.starts_with("  ") ? "  " : "";
  const std::vector<std::string> words = words_of(line);
  std::string result = first_indent;
  std::size_t used = first_indent.size();
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::size_t needed = width_of(words[i]);
    // A word that has to stay behind another takes the one before it along.
    for (std::size_t next = i + 1; next < words.size() && has_meaning_at_start(words[next]); ++next)
      needed += 1 + width_of(words[next]);
    const bool can_break = i > 0 && !(i == 1 && words.front() == "-") && !has_meaning_at_start(words[i]);
    if (can_break && used + 1 + needed > columns) {
      result += '\n' + indent;
      used = indent.size();
    } else if (i > 0) {
      result += ' ';
      ++used;
    }
    result += words[i];
    used += width_of(words[i]);
  }
  return result;
}

}  // namespace

std::string wrap_markdown(const std::string& text, std::size_t columns) {
  std::string result;
  bool in_block = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const bool is_fence = line.starts_with("```");
    if (is_fence) in_block = !in_block;
    if (!is_fence && !in_block && is_prose(line) && width_of(line) > columns)
      result += wrap_line(line, columns);
    else
      result += line;
    if (end < text.size()) result += '\n';
    begin = end + 1;
  }
  return result;
}

}  // namespace craggy::results
