// A command whose arguments have placeholders for parameters. No shell is involved.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace craggy::execution {

struct DeclaredParameter {
  std::string name;
  bool conditional = false;  // may be inactive
};

/// `{name}` stands for the value of a parameter, `{{` and `}}` for braces.
///
/// An argument that mentions an inactive parameter is left out. If it is nothing but the placeholder, an
/// option directly before it goes too: `--momentum {momentum}` goes as a whole, as `--momentum={momentum}`
/// does. An option here is a word that begins with '-' or '--' and a letter and has neither '=' nor a
/// placeholder.
class CommandTemplate {
 public:
  /// Throws InvalidArgument for an empty command, a brace that stands alone, an unknown name, or an argument
  /// that mentions a conditional parameter beside another one, which would be lost with it.
  CommandTemplate(const std::vector<std::string>& words, std::vector<DeclaredParameter> parameters);

  /// The command for these values, given in the order of the parameters. Throws InvalidArgument for a value
  /// that no argument can hold, which is one with a zero byte.
  std::vector<std::string> fill(std::span<const std::optional<std::string>> values) const;

  /// The first word, if it has no placeholder.
  std::optional<std::string> fixed_program() const;

  /// The names of parameters that have no placeholder.
  std::vector<std::string> unused() const;
  std::size_t num_parameters() const { return parameters_.size(); }

 private:
  using Part = std::variant<std::string, std::size_t>;  // text, or a parameter
  using Word = std::vector<Part>;

  Word parse(const std::string& word) const;
  void check_conditional(const Word& word, const std::string& text) const;

  std::vector<DeclaredParameter> parameters_;
  std::vector<Word> words_;
};

}  // namespace craggy::execution
