#include "dashboard/html.hpp"

namespace craggy::cli {

std::string html_text(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  return escaped;
}

}  // namespace craggy::cli
