#include "execution/command_template.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "execution/braces.hpp"

namespace craggy::execution {
namespace {

[[noreturn]] void fail_word(const std::string& word, const std::string& rule) {
  fail_argument("an argument of the command", fmt::format("'{}'", excerpt(word)), rule);
}

// --momentum or -m: a word that takes the next one as its value. Neither -1 nor - nor -- does.
bool is_option(std::string_view text) {
  const std::size_t name = text.find_first_not_of('-');
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return (name == 1 || name == 2) && is_letter(text[name]) && text.find('=') == std::string_view::npos;
}

}  // namespace

CommandTemplate::CommandTemplate(const std::vector<std::string>& words,
                                 std::vector<DeclaredParameter> parameters)
    : parameters_(std::move(parameters)) {
  if (words.empty() || words.front().empty())
    fail_argument("the command", "empty", "it has to name a program");
  for (const std::string& word : words) {
    words_.push_back(parse(word));
    check_conditional(words_.back(), word);
  }
}

CommandTemplate::Word CommandTemplate::parse(const std::string& word) const {
  const auto fail = [&](const std::string& rule) { fail_word(word, rule); };
  std::vector<std::string> known;
  known.reserve(parameters_.size());
  for (const DeclaredParameter& parameter : parameters_) known.push_back(parameter.name);
  Word parts;
  for (BracePart& part : split_at_braces(word, fail))
    if (part.is_placeholder)
      parts.emplace_back(find_placeholder(part.text, known, fail));
    else
      parts.emplace_back(std::move(part.text));
  return parts;
}

void CommandTemplate::check_conditional(const Word& word, const std::string& text) const {
  std::set<std::size_t> mentioned;
  for (const Part& part : word)
    if (const auto* parameter = std::get_if<std::size_t>(&part)) mentioned.insert(*parameter);
  if (mentioned.size() < 2) return;
  for (const std::size_t i : mentioned)
    if (parameters_[i].conditional)
      fail_word(text,
                fmt::format("it is left out where '{}' is inactive, so it may mention no other parameter",
                            parameters_[i].name));
}

std::vector<std::string> CommandTemplate::fill(std::span<const std::optional<std::string>> values) const {
  check_size("the values of a command", values.size(), parameters_.size());
  std::vector<std::string> command;
  bool option_before = false;
  for (const Word& word : words_) {
    std::string text;
    bool active = true;
    bool fixed = true;
    for (const Part& part : word) {
      const auto* parameter = std::get_if<std::size_t>(&part);
      if (parameter == nullptr) {
        text += std::get<std::string>(part);
        continue;
      }
      fixed = false;
      if (const auto& value = values[*parameter])
        text += *value;
      else
        active = false;
    }
    if (text.find('\0') != std::string::npos)
      fail_word(text, "it has a zero byte, which no argument can hold");
    if (active)
      command.push_back(text);
    else if (word.size() == 1 && option_before)
      command.pop_back();
    option_before = active && fixed && is_option(text);
  }
  return command;
}

std::optional<std::string> CommandTemplate::fixed_program() const {
  const Word& first = words_.front();
  if (first.size() != 1 || !std::holds_alternative<std::string>(first.front())) return std::nullopt;
  return std::get<std::string>(first.front());
}

std::vector<std::string> CommandTemplate::unused() const {
  std::vector<bool> used(parameters_.size());
  for (const Word& word : words_)
    for (const Part& part : word)
      if (const auto* parameter = std::get_if<std::size_t>(&part)) used[*parameter] = true;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) names.push_back(parameters_[i].name);
  return names;
}

}  // namespace craggy::execution
