#include "study/study_file.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "input_file.hpp"
#include "numbers.hpp"
#include "other_words.hpp"
#include "study/toml.hpp"

namespace craggy::cli {
namespace {

// What one may well try, from the options of the command line.
struct OtherName {
  std::string_view name;
  std::string_view instead;
};
constexpr std::string_view repeated_option = "--template";  // a list in a file
constexpr std::string_view only_there = "for the command line only";
constexpr std::array<OtherName, 12> other_names = {{{"study", "'name' in a file"},
                                                    {"minimize", "direction = \"minimize\" in a file"},
                                                    {"maximize", "direction = \"maximize\" in a file"},
                                                    {"param", "a line in the table [parameters] of a file"},
                                                    {"params", "the table [parameters] in a file"},
                                                    {"parameter", "the table [parameters] in a file"},
                                                    {"allow_new_command", only_there},
                                                    {"file", only_there},
                                                    {"help", only_there},
                                                    {"json", only_there},
                                                    {"jsonl", only_there},
                                                    {"quiet", only_there}}};

class Reader {
 public:
  Reader(std::string path, const std::vector<OptionDescription>& options)
      : options_(options), known_{"name", "direction", "command", "parameters"} {
    file_.path = std::move(path);
    for (const OptionDescription& option : options) known_.push_back(key_of(option));
  }

  StudyFile read(const toml::table& document) {
    for (const auto& [key, node] : in_order(document)) take(std::string(key->str()), *key, *node);
    return std::move(file_);
  }

  [[noreturn]] void fail(const toml::source_region& where, std::string_view message) const {
    throw InvalidArgument(fmt::format("{}, line {}: {}", file_.path, where.begin.line, message));
  }

 private:
  using Entry = std::pair<const toml::key*, const toml::node*>;

  // A table comes sorted by its keys; people write them in an order that means something to them.
  static std::vector<Entry> in_order(const toml::table& table) {
    std::vector<Entry> entries;
    for (auto&& [key, node] : table) entries.emplace_back(&key, &node);
    const auto position = [](const Entry& entry) {
      const toml::source_position& begin = entry.first->source().begin;
      return std::pair(begin.line, begin.column);
    };
    std::sort(entries.begin(), entries.end(),
              [&](const Entry& a, const Entry& b) { return position(a) < position(b); });
    return entries;
  }

  static std::string key_of(const OptionDescription& option) {
    std::string key = option.names.back().substr(2);
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
  }

  void take(const std::string& name, const toml::key& key, const toml::node& node) {
    if (name == "parameters") {
      take_parameters(node);
    } else if (name == "command") {
      take_command(node);
    } else if (name == "name") {
      file_.name = text_of(name, node);
      add("--study", file_.name);
    } else if (name == "direction") {
      take_direction(node);
    } else {
      const auto option = std::find_if(options_.begin(), options_.end(),
                                       [&](const OptionDescription& each) { return key_of(each) == name; });
      if (option == options_.end()) fail_unknown(name, key);
      take_option(name, *option, node);
    }
  }

  // A flag that is false says the contrary, where there is an option for that: ard = false is --isotropic.
  void take_option(const std::string& name, const OptionDescription& option, const toml::node& node) {
    if (const toml::array* list = node.as_array();
        list != nullptr && option.names.back() == repeated_option) {
      for (const toml::node& each : *list) add(option.names.back(), text_of(name, each));
    } else if (!option.placeholder.empty()) {
      add(option.names.back(), text_of(name, node));
    } else if (const auto* on = node.as_boolean()) {
      if (on->get())
        file_.arguments.push_back(option.names.back());
      else if (!option.opposite.empty())
        file_.arguments.push_back(option.opposite);
    } else {
      fail(node.source(), fmt::format("{} has to be true or false", name));
    }
  }

  void take_direction(const toml::node& node) {
    const std::string text = text_of("direction", node);
    if (text != "minimize" && text != "maximize")
      fail(node.source(), fmt::format("direction is '{}', but it has to be minimize or maximize", text));
    if (text == "maximize") file_.arguments.emplace_back("--maximize");
  }

  void take_parameters(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(node.source(), "parameters has to be a table");
    for (const auto& [key, value] : in_order(*table)) {
      const auto* text = value->as_string();
      if (text == nullptr)
        fail(value->source(),
             fmt::format(R"-(the parameter {} has to be a text such as "float(0,1)")-", key->str()));
      file_.parameters.push_back(fmt::format("{}={}", key->str(), text->get()));
    }
  }

  void take_command(const toml::node& node) {
    const toml::array* array = node.as_array();
    if (array == nullptr)
      fail(node.source(), R"(command has to be a list of words, as in ["./train", "--lr", "{lr}"])");
    for (const toml::node& word : *array) file_.command.push_back(text_of("command", word));
  }

  void add(const std::string& option, const std::string& value) {
    file_.arguments.push_back(fmt::format("{}={}", option, value));
  }

  std::string text_of(const std::string& name, const toml::node& node) const {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
    if (const auto* number = node.as_floating_point()) return exact_number(number->get());
    fail(node.source(), fmt::format("{} has to be a text or a number", name));
  }

  [[noreturn]] void fail_unknown(const std::string& name, const toml::key& key) const {
    for (const OtherName& other : other_names)
      if (name == other.name)
        fail(key.source(), fmt::format("unknown key '{}'; it is {}", name, other.instead));
    std::string hyphenated = name;
    std::replace(hyphenated.begin(), hyphenated.end(), '_', '-');
    std::string guess(usual_option(hyphenated));
    std::replace(guess.begin(), guess.end(), '-', '_');
    if (std::find(known_.begin(), known_.end(), guess) == known_.end()) guess = closest_match(name, known_);
    fail(key.source(), fmt::format("unknown key '{}'{}", name,
                                   guess.empty() ? "" : fmt::format("; did you mean '{}'?", guess)));
  }

  const std::vector<OptionDescription>& options_;
  std::vector<std::string> known_;
  StudyFile file_;
};

}  // namespace

StudyFile parse_study_file(std::string_view text, const std::string& path,
                           const std::vector<OptionDescription>& options) {
  Reader reader(path, options);
  try {
    return reader.read(toml::parse(text));
  } catch (const toml::parse_error& error) {
    reader.fail(error.source(), error.description());
  }
}

StudyFile read_study_file(const std::string& path, const std::vector<OptionDescription>& options) {
  return parse_study_file(read_input("the study file", path), path == "-" ? "standard input" : path, options);
}

}  // namespace craggy::cli
