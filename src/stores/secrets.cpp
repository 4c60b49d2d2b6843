#include "stores/secrets.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "stores/clean_text.hpp"

namespace craggy::stores {
namespace {

std::string percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
    result += coded ? static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return result;
}

// A shorter one is part of many words, and hiding it there would garble the message, and tell the secret.
constexpr std::size_t shortest_telling = 5;

bool stands_alone(std::string_view text, std::size_t at, std::size_t size) {
  const auto is_word = [&](std::size_t i) {
    const auto c = static_cast<unsigned char>(text[i]);
    return std::isalnum(c) != 0 || c >= 0x80;
  };
  return (at == 0 || !is_word(at - 1)) && (at + size == text.size() || !is_word(at + size));
}

}  // namespace

std::vector<std::string> secrets_of(std::string_view url) {
  std::vector<std::string> secrets;
  const auto add = [&](std::string_view secret) {
    if (secret.empty()) return;
    secrets.emplace_back(secret);
    if (percent_decoded(secret) != secret) secrets.push_back(percent_decoded(secret));
  };
  const std::size_t scheme_end = url.find("://");
  const std::size_t begin = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
  const std::string_view authority = url.substr(begin, url.find_first_of("/?", begin) - begin);
  const std::size_t at = authority.rfind('@');
  const std::size_t colon = authority.find(':');
  if (at != std::string_view::npos && colon < at) add(authority.substr(colon + 1, at - colon - 1));
  for (std::size_t option = url.find('?', begin); option < url.size(); option = url.find('&', option + 1)) {
    const std::string_view text = url.substr(option + 1, url.find('&', option + 1) - option - 1);
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos &&
        percent_decoded(text.substr(0, equals)).find("pass") != std::string::npos)
      add(text.substr(equals + 1));
  }
  // The longest first, so that one that contains another goes as a whole.
  std::sort(secrets.begin(), secrets.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return secrets;
}

std::string without_secrets(std::string text, const std::vector<std::string>& secrets) {
  text = clean_text(text);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  constexpr std::string_view hidden = "***";
  for (const std::string& secret : secrets)
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
      const bool is_meant = secret.size() >= shortest_telling || stands_alone(text, at, secret.size());
      if (is_meant) text.replace(at, secret.size(), hidden);
      at += is_meant ? hidden.size() : secret.size();
    }
  return text;
}

}  // namespace craggy::stores
