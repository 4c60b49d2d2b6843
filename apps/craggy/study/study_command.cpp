#include "study/study_command.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>

#include "base/printable.hpp"
#include "json_output.hpp"

namespace craggy::cli {
namespace {

constexpr std::string_view note_name = "command";

bool names_a_secret(std::string_view name) {
  constexpr std::array<std::string_view, 9> words = {"password", "passwd",    "passphrase",
                                                     "secret",   "secretkey", "token",
                                                     "apikey",   "accesskey", "credentials"};
  std::string plain;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return plain.ends_with(word); });
}

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// Of a text with blanks, as a script of a shell is, each NAME=VALUE.
std::string without_assigned_secrets(const std::string& text) {
  std::string result;
  std::size_t copied = 0;
  for (std::size_t equals = text.find('='); equals != std::string::npos;
       equals = text.find('=', equals + 1)) {
    std::size_t begin = equals;
    while (begin > copied && is_part_of_name(text[begin - 1])) --begin;
    if (!names_a_secret(std::string_view(text).substr(begin, equals - begin))) continue;
    result += text.substr(copied, equals + 1 - copied);
    result += hidden_secret;
    copied = std::min(text.find_first_of(" \t\n;&|", equals), text.size());
    equals = copied == 0 ? 0 : copied - 1;
  }
  return result + text.substr(copied);
}

bool is_secret_option(const std::string& word) {
  return word.starts_with('-') && word.find_first_of("= \t\n") == std::string::npos && names_a_secret(word);
}

std::string without_folder(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string comparable(const std::string& word) {
  if (word.find_first_of(" \t\n{") != std::string::npos) return word;
  const std::size_t equals = word.find('=');
  const std::size_t begin = equals == std::string::npos ? 0 : equals + 1;
  const std::string_view value = std::string_view(word).substr(begin);
  const bool is_path = value.starts_with('/') || value.starts_with("./") || value.starts_with("../");
  return is_path ? word.substr(0, begin) + without_folder(value) : word;
}

std::vector<std::string> comparable(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  result.reserve(words.size());
  for (const std::string& word : words)
    result.push_back(result.empty() ? without_folder(word) : comparable(word));
  return result;
}

std::vector<std::string> parse_words(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  std::vector<std::string> words;
  if (json.is_array())
    for (const Json& word : json)
      if (word.is_string()) words.push_back(word.get<std::string>());
  return words;
}

}  // namespace

std::vector<std::string> without_secrets(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  words.reserve(command.size());
  for (const std::string& each : command) {
    const std::string word = printable(each);  // which JSON can hold
    words.push_back(
        !words.empty() && is_secret_option(words.back())
            ? std::string(hidden_secret)
            : without_assigned_secrets(word.find("://") == std::string::npos ? word : redacted(word)));
  }
  return words;
}

std::string difference(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  const std::vector<std::string> a = comparable(before);
  const std::vector<std::string> b = comparable(now);
  const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at_a == a.end() && at_b == b.end()) return "";
  const auto i = static_cast<std::size_t>(at_a - a.begin());
  if (at_a == a.end()) return fmt::format("it has '{}', which that had not", excerpt(now[i]));
  if (at_b == b.end()) return fmt::format("it lacks '{}', which that had", excerpt(before[i]));
  return fmt::format("it has '{}' where that had '{}'", excerpt(now[i]), excerpt(before[i]));
}

std::string remember_command(Study& study, const std::vector<std::string>& command, bool allow_new) {
  const std::vector<std::string> now = without_secrets(command);
  const std::vector<std::string> before = parse_words(study.note(note_name));
  const std::string different = before.empty() ? "" : difference(before, now);
  if (!before.empty() && different.empty()) return "";
  const bool matters = !before.empty() && study.size() > 0;
  const std::string what = fmt::format("the command is not the one that gave the study '{}' its values: {}",
                                       study.name(), different);
  if (matters && !allow_new)
    throw InvalidArgument(fmt::format("{}; --allow-new-command runs it all the same", what));
  study.set_note(note_name, Json(now).dump());
  return matters ? what : "";
}

std::vector<std::string> remembered_command(const StudyView& study) {
  return parse_words(study.note(note_name));
}

}  // namespace craggy::cli
