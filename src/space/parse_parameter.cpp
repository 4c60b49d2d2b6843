#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "base/text.hpp"
#include "space/cursor.hpp"
#include "space/messages.hpp"
#include "space/texts.hpp"
#include "space/to_text.hpp"

namespace craggy {
namespace {

const std::vector<std::string>& kind_names() {
  static const std::vector<std::string> names = {"float", "log",         "int", "logint",
                                                 "step",  "categorical", "bool"};
  return names;
}

// As "; did you mean 'log'?", also for what other optimisers call a kind.
std::string kind_meant_by(std::string word) {
  std::erase(word, '_');
  constexpr std::array<std::pair<std::string_view, std::string_view>, 15> others = {
      {{"uniform", "float"},
       {"real", "float"},
       {"double", "float"},
       {"loguniform", "log"},
       {"logfloat", "log"},
       {"integer", "int"},
       {"randint", "int"},
       {"quniform", "step"},
       {"discrete", "step"},
       {"choice", "categorical"},
       {"choices", "categorical"},
       {"category", "categorical"},
       {"enum", "categorical"},
       {"boolean", "bool"},
       {"flag", "bool"}}};
  for (const auto& [other, kind] : others)
    if (word == other) return fmt::format("; did you mean '{}'?", kind);
  return guess(word, kind_names());
}

bool is_kind_character(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Reads one parameter, piece by piece.
class Reader {
 public:
  explicit Reader(std::string_view text) : cursor_(text) {}

  Parameter read() {
    Parameter parameter{read_name(), Bool{}};
    begin_piece();
    const std::size_t domain_begin = piece_;
    parameter.domain = read_domain();
    piece_ = domain_begin;
    check_domain(parameter);
    parameter.condition = read_condition();
    return parameter;
  }

  /// Where the piece begins that was read last, for whoever has to say what is wrong with it.
  std::string place() const {
    return fmt::format(" (at character {} of {})", piece_ + 1, shown(cursor_.whole()));
  }

 private:
  struct Argument {
    std::string_view text;
    std::size_t begin;
  };

  void begin_piece() {
    cursor_.skip_blanks();
    piece_ = cursor_.position();
  }

  std::string of_name(std::string_view what) const { return fmt::format("{} of '{}'", what, name_); }

  std::string read_name() {
    begin_piece();
    name_ = trimmed(cursor_.take_until("="));
    if (cursor_.is_at_end())
      fail_argument("a parameter", shown(cursor_.whole()),
                    "it has to read NAME=KIND(…), such as lr=log(1e-5,1e-1)");
    check_name("the name of a parameter", name_);
    cursor_.take("=");
    return name_;
  }

  Domain read_domain() {
    const std::string kind(cursor_.take_while(is_kind_character));
    if (kind.empty())
      fail_argument(of_name("the kind"),
                    cursor_.is_at_end() ? "missing" : shown(cursor_.whole().substr(piece_)),
                    "it has to be one such as float(0,1)");
    if (std::find(kind_names().begin(), kind_names().end(), kind) == kind_names().end())
      fail_argument(of_name("the kind"), shown(kind),
                    fmt::format("it has to be one of {}{}", listed(kind_names()), kind_meant_by(kind)));
    if (kind == "bool") return Bool{};
    if (kind == "categorical") return Categorical{read_list("categorical", "category")};
    if (kind == "step") {
      const std::vector<Argument> arguments = read_arguments(kind, {"LOW", "HIGH", "STEP"});
      return Step{number("lower bound", arguments[0]), number("upper bound", arguments[1]),
                  number("step", arguments[2])};
    }
    const std::vector<Argument> arguments = read_arguments(kind, {"LOW", "HIGH"});
    if (kind == "int" || kind == "logint")
      return Int{whole_number("lower bound", arguments[0]), whole_number("upper bound", arguments[1]),
                 kind == "logint"};
    return Float{number("lower bound", arguments[0]), number("upper bound", arguments[1]), kind == "log"};
  }

  double number(std::string_view what, const Argument& argument) {
    piece_ = argument.begin;
    return parse_number(fmt::format("the {} of '{}'", what, name_), argument.text);
  }

  std::int64_t whole_number(std::string_view what, const Argument& argument) {
    piece_ = argument.begin;
    return parse_whole_number(fmt::format("the {} of '{}'", what, name_), argument.text);
  }

  /// What stands between brackets, divided by commas.
  std::vector<Argument> read_arguments(const std::string& kind, const std::vector<std::string>& wanted) {
    const std::string usage = fmt::format("{}({})", kind, fmt::join(wanted, ","));
    expect("(", usage);
    std::vector<Argument> arguments;
    do {
      begin_piece();
      if (arguments.size() == wanted.size())
        fail_argument(fmt::format("the number of arguments of {} of '{}'", kind, name_),
                      fmt::format("more than {}", wanted.size()), "it has to read " + usage);
      arguments.push_back({trimmed(cursor_.take_until(",)")), piece_});
      check_separator(arguments.back(), arguments.size() < wanted.size() ? "," : ")", usage);
    } while (cursor_.take(","));
    expect(")", usage);
    if (arguments.size() < wanted.size())
      fail_argument(
          fmt::format("the number of arguments of {} of '{}'", kind, name_),
          fmt::format("{}", arguments.size() == 1 && arguments[0].text.empty() ? 0 : arguments.size()),
          "it has to read " + usage);
    return arguments;
  }

  /// Something else than a comma between two numbers is no part of the first, as in 0;1, 0..1 and 0 1.
  void check_separator(const Argument& argument, std::string_view expected, std::string_view usage) {
    const std::size_t end = argument.text.find_first_of(" \t:;|/~[]{}(<>");
    const std::size_t at = std::min(end, argument.text.find(".."));
    if (at == 0 || at == std::string_view::npos) return;
    const std::string_view rest = trimmed(argument.text.substr(at));
    piece_ = static_cast<std::size_t>(rest.data() - cursor_.whole().data());
    fail_expected(expected, rest, usage);
  }

  /// (a, "b c", …) after `before`.
  std::vector<std::string> read_list(const std::string& before, const std::string& item) {
    const std::string usage = fmt::format("{}(FIRST,SECOND)", before);
    expect("(", usage);
    std::vector<std::string> names;
    do {
      begin_piece();
      if (names.size() == max_choices)
        fail_argument(fmt::format("the list after {} of '{}'", before, name_), "longer",
                      fmt::format("it may have at most {} names", max_choices));
      names.push_back(read_word(item));
      cursor_.skip_blanks();
      if (cursor_.peek() == ';' || cursor_.peek() == '|') expect(",", usage);
      if (cursor_.peek() != ',' && cursor_.peek() != ')' && !cursor_.is_at_end()) fail_bare(item);
    } while (cursor_.take(","));
    expect(")", usage);
    return names;
  }

  /// A name, in quotes or of characters that need none.
  std::string read_word(const std::string& item) {
    begin_piece();
    if (cursor_.take("\"")) return read_quoted(item);
    std::string word(cursor_.take_while(is_bare_character));
    if (word.empty()) fail_bare(item);
    return word;
  }

  [[noreturn]] void fail_bare(const std::string& item) {
    cursor_.take_until(",)");
    fail_argument(
        fmt::format("a {} of '{}'", item, name_),
        shown(trimmed(cursor_.whole().substr(piece_, cursor_.position() - piece_))),
        "without quotes it may hold ASCII letters, digits and _ - . + / : @ % only; anything else in "
        "double quotes, such as \"a b\"");
  }

  std::string read_quoted(const std::string& item) {
    std::string word;
    while (!cursor_.is_at_end()) {
      word += cursor_.take_until("\"\\");
      if (cursor_.take("\"")) return word;
      if (cursor_.take("\\")) word += read_escape(item);
    }
    fail_argument(fmt::format("a {} of '{}'", item, name_), shown('"' + word),
                  "its closing quote \" is missing");
  }

  char read_escape(const std::string& item) {
    constexpr std::array<std::pair<std::string_view, char>, 5> escapes = {
        {{"\\", '\\'}, {"\"", '"'}, {"n", '\n'}, {"t", '\t'}, {"r", '\r'}}};
    piece_ = cursor_.position() - 1;
    for (const auto& [letter, meaning] : escapes)
      if (cursor_.take(letter)) return meaning;
    if (cursor_.take("x")) {
      const int high = hex_digit(cursor_.take_one());
      const int low = hex_digit(cursor_.take_one());
      if (high >= 0 && low >= 0) return static_cast<char>(high * 16 + low);
    }
    fail_argument(fmt::format("an escape in a {} of '{}'", item, name_),
                  shown(cursor_.whole().substr(piece_, 4)), R"(it has to be one of \\ \" \n \t \r and \xHH)");
  }

  std::optional<Condition> read_condition() {
    begin_piece();
    if (cursor_.is_at_end()) return std::nullopt;
    if (cursor_.take_while(is_letter) != "if")
      fail_piece("the rest", "nothing may follow but a condition, such as if opt == sgd");
    begin_piece();
    Condition condition{std::string(cursor_.take_while(is_name_character)), Comparison::equal, {}};
    check_name(fmt::format("the parameter in the condition of '{}'", name_), condition.parent);
    begin_piece();
    if (cursor_.is_at_end()) {
      condition.values = {"true"};  // if flag
      return condition;
    }
    condition.comparison = read_comparison();
    const std::string item = "value in the condition";
    if (condition.comparison == Comparison::in)
      condition.values = read_list("in ", item);
    else
      condition.values = {read_word(item)};
    begin_piece();
    if (!cursor_.is_at_end())
      fail_piece("the rest",
                 "a parameter has one condition; to have more of them, give its parent a condition, too");
    return condition;
  }

  Comparison read_comparison() {
    // Longer symbols before those that they begin with.
    for (const Comparison comparison : {Comparison::equal, Comparison::not_equal, Comparison::less_equal,
                                        Comparison::greater_equal, Comparison::less, Comparison::greater})
      if (cursor_.take(symbol(comparison))) return comparison;
    if (cursor_.take_while(is_letter) == "in") return Comparison::in;
    fail_piece("the comparison in the condition", "it has to be one of ==, !=, <, <=, >, >=, in (…)");
  }

  [[noreturn]] void fail_piece(std::string_view what, std::string_view rule) {
    fail_argument(of_name(what), shown(cursor_.whole().substr(piece_)), rule);
  }

  void expect(std::string_view expected, std::string_view usage) {
    begin_piece();
    if (cursor_.take(expected)) return;
    if (cursor_.is_at_end())
      throw InvalidArgument(
          fmt::format("missing '{}' in '{}', which has to read {}", expected, name_, usage));
    fail_expected(expected, cursor_.whole().substr(piece_), usage);
  }

  [[noreturn]] void fail_expected(std::string_view expected, std::string_view rest, std::string_view usage) {
    const std::size_t size =
        rest.starts_with("..") ? 2 : std::max<std::size_t>(first_character(rest).size, 1);
    throw InvalidArgument(fmt::format("expected '{}' and found {} in '{}', which has to read {}", expected,
                                      shown(rest.substr(0, size)), name_, usage));
  }

  Cursor cursor_;
  std::size_t piece_ = 0;  // where it begins
  std::string name_;
};

}  // namespace

Parameter parse_parameter(std::string_view text) {
  Reader reader(text);
  try {
    return reader.read();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(error.what() + reader.place());
  }
}

}  // namespace craggy
