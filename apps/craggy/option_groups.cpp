#include "option_groups.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.hpp"
#include "base/text.hpp"

namespace craggy::cli {
namespace {

std::string option_name(std::string_view name) {
  std::string option = fmt::format("--{}", name);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

Field reworded(Field field, const Wordings& wordings, std::string& help) {
  help = field.help;
  const auto found = wordings.find(field.key);
  if (found == wordings.end()) return field;
  const auto& [other_help, left_open, names] = found->second;
  if (!other_help.empty()) help = other_help;
  if (!left_open.empty()) field.left_open = left_open;
  if (!names.empty()) field.names = field.words = names;
  return field;
}

// A default without blanks stays on the line of the word before it.
std::string with_default(const std::string& help, const Field& field) {
  const std::string value = default_of(field);
  const bool is_word = value.find(' ') == std::string::npos;
  return fmt::format("{} [default:{}{}]", help, is_word ? "\u00A0" : " ", value);
}

std::string value_name(const Field& field) {
  if (!field.value_name.empty()) return std::string(field.value_name);
  if (field.kind == FieldKind::whole) return "N";
  return field.kind == FieldKind::number ? "NUMBER" : "NAME";
}

// Numbers may have blanks around them and a plus in front; of names, those of the command line are known.
void set_from_text(const Field& field, const std::string& option, const std::string& text) {
  if (field.kind == FieldKind::name) check_known(option, text, field.words);
  const bool is_number = field.kind == FieldKind::whole || field.kind == FieldKind::number;
  field.set(parse_value(field, option, is_number ? without_plus(trimmed(text)) : text));
}

void add_flags(OptionParser& parser, const Field& field) {
  for (const FieldWord& flag : field.flags) {
    const std::string help(flag.help);
    parser.flag(
        option_name(flag.word), [field, value = flag.value] { field.set(value); },
        field.is_optional ? with_default(help, field) : help);
    for (const FieldWord& other : field.flags)
      if (other.word != flag.word) parser.opposite(option_name(other.word));
  }
}

void add_value(OptionParser& parser, const Field& field, std::string help) {
  if (!field.words.empty()) help += fmt::format(": {}", fmt::join(field.words, ", "));
  const std::string option = option_name(field.name);
  parser.value(
      option, value_name(field),
      [field, option](const std::string& text) { set_from_text(field, option, text); },
      with_default(help, field));
  parser.choices(field.words);
}

}  // namespace

std::vector<std::string> given_options(const OptionParser& parser, const Field& field) {
  std::vector<std::string> options;
  if (field.flags.empty()) options.push_back(option_name(field.name));
  for (const FieldWord& flag : field.flags) options.push_back(option_name(flag.word));
  std::erase_if(options, [&](const std::string& option) { return !parser.given(option); });
  return options;
}

void add_options(OptionParser& parser, const Fields& fields, const Wordings& wordings) {
  std::string_view group;
  for (const Field& each : fields) {
    if (each.group != group) parser.group(std::string(each.group));
    group = each.group;
    std::string help;
    const Field field = reworded(each, wordings, help);
    if (field.flags.empty())
      add_value(parser, field, help);
    else
      add_flags(parser, field);
  }
}

void check_options_given(const OptionParser& parser, const Fields& fields) {
  for (const Field& each : fields) {
    const std::vector<std::string> given = given_options(parser, each);
    if (given.size() > 1)
      fail_argument(given[0], fmt::format("given with {}", given[1]), "only one of them can hold");
    const std::string_view lacking = given.empty() ? std::string_view() : lacks(each);
    if (!lacking.empty())
      fail_argument(option_name(each.needs.of), quoted(find_field(fields, each.needs.of).get()),
                    fmt::format("{} needs {}", given.front(), lacking));
  }
}

void add_seed_and_threads(OptionParser& parser, std::uint64_t& seed, std::uint64_t& threads) {
  parser.whole("--seed", seed, "Seed of all random numbers; the same seed gives the same result");
  parser.whole("--threads", threads,
               "Threads; 0 means as many as the machine has. The result does not depend on it");
}

}  // namespace craggy::cli
