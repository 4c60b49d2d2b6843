#include "execution/file_template.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "execution/braces.hpp"

namespace craggy::execution {
namespace {

using Value = std::variant<std::int64_t, double, std::string>;

const std::array<std::string, 3> variables = {"CRAGGY_SEED", "CRAGGY_TRIAL", "CRAGGY_STUDY"};

Value value_of(const Parameter& parameter, double code) {
  if (std::holds_alternative<Int>(parameter.domain)) return static_cast<std::int64_t>(code);
  if (std::holds_alternative<Categorical>(parameter.domain) || std::holds_alternative<Bool>(parameter.domain))
    return value_text(parameter, code);
  return code;
}

Value value_of(std::size_t variable, const TrialInput& input) {
  if (variable == 0) return static_cast<std::int64_t>(input.seed);
  if (variable == 1) return static_cast<std::int64_t>(input.trial);
  return input.study;
}

// Throws fmt::format_error if that is no format of such a value. Whole numbers take those of others, too: a
// deck may want 3 as 3.000.
std::string in_format(const Value& value, const std::string& format) {
  const std::string text = "{:" + format + "}";
  const bool is_for_reals =
      !format.empty() && std::string_view("aAeEfFgG").find(format.back()) != std::string_view::npos;
  return std::visit(
      [&]<class Each>(const Each& each) {
        if constexpr (std::is_same_v<Each, std::int64_t>)
          if (is_for_reals) return fmt::format(fmt::runtime(text), static_cast<double>(each));
        return fmt::format(fmt::runtime(text), each);
      },
      value);
}

// A width or a precision of four digits is a slip, and may ask for more memory than there is.
bool asks_for_much(std::string_view format) {
  constexpr std::ptrdiff_t most_digits = 3;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (auto at = format.begin(); at != format.end();) {
    const auto begin = std::find_if(at, format.end(), is_digit);
    at = std::find_if_not(begin, format.end(), is_digit);
    if (at - begin > most_digits) return true;
  }
  return false;
}

std::string sort_of(const Value& value) {
  constexpr std::array names = {"a whole number", "a number", "a text"};
  return names.at(value.index());
}

std::vector<std::string> names_in(const Space& space) {
  std::vector<std::string> names;
  for (const Parameter& parameter : space.parameters()) names.push_back(parameter.name);
  names.insert(names.end(), variables.begin(), variables.end());
  return names;
}

std::string read(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure))
    fail_argument("the template", fmt::format("'{}'", printable(path)), "it is a folder");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream.is_open() || stream.bad())
    fail_argument("the template", fmt::format("'{}'", printable(path)),
                  fmt::format("it cannot be read: {}", std::generic_category().message(errno)));
  return text;
}

void check_file_name(const std::string& name) {
  const auto fail = [&](const std::string& rule) {
    fail_argument("the name of a template's file", fmt::format("'{}'", printable(name)), rule);
  };
  if (name.empty() || name == "." || name == ".." || name.find_first_of("/{}") != std::string::npos)
    fail("it has to be the name of a file in the trial's folder, without / and braces");
  if (is_file_of_trials(name))
    fail("craggy has a file of that name there; --template FILE=NAME gives it another");
}

}  // namespace

FileTemplate::FileTemplate(const std::string& given, const Space& space) {
  const std::size_t equals = given.rfind('=');
  path_ = given.substr(0, equals);
  name_ = equals == std::string::npos ? std::filesystem::path(path_).filename().string()
                                      : given.substr(equals + 1);
  check_file_name(name_);
  read_lines(space);
  bool any = false;
  for (std::size_t i = 0; i < space.size(); ++i) any = any || mentions(i);
  if (!any)
    fail_argument("the template", fmt::format("'{}'", printable(path_)),
                  fmt::format("it mentions no parameter, as {{{}}} would", space[0].name));
}

void FileTemplate::read_lines(const Space& space) {
  const std::string text = read(path_);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::size_t number = lines_.size() + 1;
    lines_.push_back(parse_line(std::string_view(text).substr(begin, end - begin), number, space));
    check_conditional(lines_.back(), number, space);
    begin = end;
  }
}

FileTemplate::Line FileTemplate::parse_line(std::string_view text, std::size_t number,
                                            const Space& space) const {
  Line line;
  for (BracePart& part : split_at_braces(text, [&](const std::string& rule) { fail(number, rule); }))
    if (part.is_placeholder)
      line.emplace_back(parse_placeholder(part.text, number, space));
    else
      line.emplace_back(std::move(part.text));
  return line;
}

// name, name:format, name|otherwise or name:format|otherwise.
FileTemplate::Placeholder FileTemplate::parse_placeholder(const std::string& text, std::size_t line,
                                                          const Space& space) const {
  const auto fail_line = [&](const std::string& rule) { fail(line, rule); };
  const std::size_t bar = std::min(text.find('|'), text.size());
  const std::size_t colon = std::min(text.find(':'), bar);
  Placeholder placeholder{.what = find_placeholder(text.substr(0, colon), names_in(space), fail_line)};
  if (colon < bar) placeholder.format = text.substr(colon + 1, bar - colon - 1);
  if (bar < text.size()) {
    placeholder.where_inactive = text.substr(bar + 1);
    if (placeholder.what >= space.size() || !space[placeholder.what].condition)
      fail_line(
          fmt::format("'{{{}}}' says what to write where the parameter is inactive, but it always is active",
                      excerpt(text)));
  }
  // The first category, false, and 0, which need not be in the domain: only its sort counts.
  const Value example = placeholder.what < space.size()
                            ? value_of(space[placeholder.what], 0.0)
                            : value_of(placeholder.what - space.size(), TrialInput());
  if (asks_for_much(placeholder.format))
    fail_line(fmt::format("the format '{}' asks for more than 999 characters", excerpt(placeholder.format)));
  try {
    in_format(example, placeholder.format);
  } catch (const fmt::format_error&) {
    fail_line(fmt::format("'{}' is no format for {}; formats are such as .3f, 10.4e, 5d or >8",
                          excerpt(placeholder.format), sort_of(example)));
  }
  return placeholder;
}

void FileTemplate::check_conditional(const Line& line, std::size_t number, const Space& space) const {
  std::set<std::size_t> mentioned;
  std::optional<std::size_t> leaves;
  for (const Part& part : line) {
    const auto* placeholder = std::get_if<Placeholder>(&part);
    if (placeholder == nullptr || placeholder->what >= space.size()) continue;
    mentioned.insert(placeholder->what);
    if (space[placeholder->what].condition && !placeholder->where_inactive) leaves = placeholder->what;
  }
  if (leaves && mentioned.size() > 1)
    fail(number, fmt::format("it is left out where '{0}' is inactive, so it may mention no other parameter; "
                             "{{{0}|0}} would be 0 there instead",
                             space[*leaves].name));
}

void FileTemplate::fail(std::size_t line, const std::string& rule) const {
  throw InvalidArgument(fmt::format("{}, line {}: {}", printable(path_), line, rule));
}

bool FileTemplate::mentions(std::size_t parameter) const {
  return std::any_of(lines_.begin(), lines_.end(), [&](const Line& line) {
    return std::any_of(line.begin(), line.end(), [&](const Part& part) {
      const auto* placeholder = std::get_if<Placeholder>(&part);
      return placeholder != nullptr && placeholder->what == parameter;
    });
  });
}

TrialFile FileTemplate::fill(const Space& space, std::span<const double> values,
                             const TrialInput& input) const {
  TrialFile file{.name = name_, .content = {}};
  for (const Line& line : lines_) {
    std::string text;
    bool stays = true;
    for (const Part& part : line) {
      const auto* placeholder = std::get_if<Placeholder>(&part);
      if (placeholder == nullptr)
        text += std::get<std::string>(part);
      else if (placeholder->what >= space.size())
        text += in_format(value_of(placeholder->what - space.size(), input), placeholder->format);
      else if (space.is_active(placeholder->what, values))
        text += in_format(value_of(space[placeholder->what], values[placeholder->what]), placeholder->format);
      else if (placeholder->where_inactive)
        text += *placeholder->where_inactive;
      else
        stays = false;
    }
    if (stays) file.content += text;
  }
  return file;
}

}  // namespace craggy::execution
