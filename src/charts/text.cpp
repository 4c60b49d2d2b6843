#include "charts/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace craggy::charts {
namespace {

// Widths in ems of DejaVu Sans, the widest of the usual sans-serif fonts.
double character_width(char c) {
  constexpr std::string_view narrow = "ijl.,:;'|!()[] ";
  constexpr std::string_view wide = "mwMW%@";
  if (narrow.find(c) != std::string_view::npos) return 0.33;
  if (wide.find(c) != std::string_view::npos) return 0.95;
  return c >= 'A' && c <= 'Z' ? 0.69 : 0.6;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      case '\n':
      case '\t':
        result += c;
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20U) result += c;
    }
  }
  return result;
}

std::string short_fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::vector<TextPiece> pieces_of(std::string_view label) {
  std::vector<TextPiece> pieces;
  while (!label.empty()) {
    const std::size_t begin = label.find("_{");
    const std::size_t end = begin == std::string_view::npos ? begin : label.find('}', begin);
    if (end == std::string_view::npos) {
      pieces.push_back({std::string(label)});
      break;
    }
    if (begin > 0) pieces.push_back({std::string(label.substr(0, begin))});
    pieces.push_back({std::string(label.substr(begin + 2, end - begin - 2)), true});
    label.remove_prefix(end + 1);
  }
  return pieces;
}

std::string plain_text(std::string_view label) {
  std::string result;
  for (const TextPiece& piece : pieces_of(label)) result += (piece.lowered ? "_" : "") + piece.text;
  return result;
}

double text_width(std::string_view label, double font_size) {
  double ems = 0.0;
  for (const TextPiece& piece : pieces_of(label))
    for (const char c : piece.text)
      if (!continues_character(c)) ems += (piece.lowered ? 0.75 : 1.0) * character_width(c);
  return ems * font_size;
}

std::vector<std::string> wrapped_to(std::string_view label, double font_size, double width) {
  std::vector<std::string> lines;
  std::string line;
  while (!label.empty()) {
    const std::size_t end = std::min(label.find(' '), label.size());
    const std::string word(label.substr(0, end));
    label.remove_prefix(std::min(end + 1, label.size()));
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && text_width(longer, font_size) > width) {
      lines.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace craggy::charts
