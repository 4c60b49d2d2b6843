// A text file with placeholders for parameters, such as the input deck of a simulator.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <craggy/space/space.hpp>

#include "execution/trial_folder.hpp"
#include "execution/trial_input.hpp"

namespace craggy::execution {

/// `{lr}` stands for the value of a parameter, `{lr:.3e}` for the value in that format (that of Python and of
/// fmt), `{{` and `}}` for braces; `{CRAGGY_SEED}`, `{CRAGGY_TRIAL}` and `{CRAGGY_STUDY}` for the variables
/// of these names.
///
/// `{momentum|0}` is 0 where the parameter is inactive. A line that mentions an inactive parameter without
/// that is left out.
class FileTemplate {
 public:
  /// `given` is PATH, or PATH=NAME with another name for the file that is written. The file is read now, once
  /// for all trials. Throws InvalidArgument, with the line, for a brace that stands alone, an unknown name, a
  /// format that does not suit the parameter, or a line that mentions a conditional parameter beside another
  /// one, which would be lost with it; and for a file that cannot be read or that names no parameter.
  FileTemplate(const std::string& given, const Space& space);

  const std::string& name() const { return name_; }
  bool mentions(std::size_t parameter) const;

  /// The file for these values, which are codes of the space.
  TrialFile fill(const Space& space, std::span<const double> values, const TrialInput& input) const;

 private:
  struct Placeholder {
    std::size_t what;  // a parameter, or behind them a variable
    std::string format{};
    std::optional<std::string> where_inactive{};
  };
  using Part = std::variant<std::string, Placeholder>;
  using Line = std::vector<Part>;  // with its end

  void read_lines(const Space& space);
  Line parse_line(std::string_view text, std::size_t number, const Space& space) const;
  Placeholder parse_placeholder(const std::string& text, std::size_t line, const Space& space) const;
  void check_conditional(const Line& line, std::size_t number, const Space& space) const;
  [[noreturn]] void fail(std::size_t line, const std::string& rule) const;

  std::string path_;
  std::string name_;
  std::vector<Line> lines_;
};

}  // namespace craggy::execution
