#include "execution/result_text.hpp"

#include <charconv>
#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"

namespace craggy::execution {
namespace {

using Json = nlohmann::json;

// The whole text as a number of that type.
template <typename Number>
std::errc read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end != text.data() + text.size()) return std::errc::invalid_argument;
  return error;
}

ParsedResult parse_number(std::string_view text) {
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-' && digits[1] != '+') digits.remove_prefix(1);
  double value = 0.0;
  std::errc error = read_number(digits, value);
  if (error == std::errc::result_out_of_range) {
    // A number too small for a double is rounded to the nearest one, as any number is; one too large has
    // none.
    long double wide = 0.0L;
    error = read_number(digits, wide);
    value = static_cast<double>(wide);
    if (error != std::errc() || std::isinf(value))
      return NoResult{fmt::format("'{}' is outside the range of a double", excerpt(text))};
  }
  if (error != std::errc() && text.ends_with('}'))
    return NoResult{fmt::format(
        "'{}' ends JSON that begins elsewhere; it has to be one line of output, or the result file",
        excerpt(text))};
  if (error != std::errc()) return NoResult{fmt::format("'{}' is not a number", excerpt(text))};
  if (!std::isfinite(value)) return NoResult{fmt::format("'{}' is not a finite number", excerpt(text))};
  return Result{.value = value};
}

// As text; what holds other values by its kind only, since to print one in another needs as much stack as the
// objective cares to use up.
std::string shown(const Json& json) {
  if (json.is_array()) return "a list";
  if (json.is_object()) return "an object";
  return excerpt(json.dump(-1, ' ', true, Json::error_handler_t::replace));
}

// Throws NoResult.
double finite_number(const char* name, const Json& json) {
  if (!json.is_number() || !std::isfinite(json.get<double>()))
    throw NoResult{fmt::format("\"{}\" is {}, but it has to be a finite number", name, shown(json))};
  return json.get<double>();
}

void check_fields(const Json& object) {
  static const std::vector<std::string> known = {"value", "constraints", "noise"};
  for (const auto& [name, ignored] : object.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string guess = closest_match(name, known);
    throw NoResult{fmt::format(R"(a result has "value", "constraints" and "noise", but no "{}"{})",
                               excerpt(name), guess.empty() ? "" : fmt::format("; is it \"{}\"?", guess))};
  }
}

Result result_from(const Json& object) {
  check_fields(object);
  if (!object.contains("value")) throw NoResult{"the result has no \"value\""};
  Result result{.value = finite_number("value", object.at("value"))};
  if (object.contains("constraints")) {
    const Json& list = object.at("constraints");
    if (!list.is_array()) throw NoResult{"\"constraints\" is not a list of numbers"};
    for (const Json& each : list) result.constraints.push_back(finite_number("constraints", each));
  }
  if (object.contains("noise")) {
    result.noise = finite_number("noise", object.at("noise"));
    if (*result.noise < 0.0)
      throw NoResult{
          fmt::format("\"noise\" is {}, but a standard deviation has to be at least 0", *result.noise)};
  }
  return result;
}

// What is wrong where reading stopped, at byte `place` counted from 1.
std::string fault_in(std::string_view text, std::size_t place) {
  const std::size_t at = text.find_first_not_of(" \t", std::min(place, text.size()) - 1);
  if (at == std::string_view::npos || place > text.size()) return "its end is missing";
  if (text[at] == '\'') return "texts stand in double quotes";
  // A word is refused where it stops to make sense, not where it begins.
  const std::size_t word = text.find_last_of(" \t,:[{", at) + 1;
  std::string_view rest = text.substr(word);
  if (rest.starts_with('-')) rest.remove_prefix(1);
  for (const std::string_view name : {"NaN", "nan", "Infinity", "inf"})
    if (rest.starts_with(name)) return "it knows no NaN and no Infinity";
  return fmt::format("from character {} on, '{}', it makes no sense", word + 1, excerpt(text.substr(word)));
}

// Of a key that stands there twice nobody knows which value is meant. Throws NoResult.
Json parse_with_keys_once(std::string_view text) {
  std::set<std::string> keys;
  const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth == 1 && event == Json::parse_event_t::key && !keys.insert(parsed.get<std::string>()).second)
      throw NoResult{fmt::format("the result has \"{}\" twice", excerpt(parsed.get<std::string>()))};
    return true;
  };
  return Json::parse(text, check);
}

ParsedResult parse_object(std::string_view text) {
  try {
    return result_from(parse_with_keys_once(text));
  } catch (const NoResult& problem) {
    return problem;
  } catch (const Json::parse_error& error) {
    return NoResult{fmt::format("'{}' is not valid JSON: {}", excerpt(text), fault_in(text, error.byte))};
  } catch (const Json::exception&) {
    return NoResult{fmt::format("'{}' has a number outside the range of a double", excerpt(text))};
  }
}

}  // namespace

ParsedResult parse_result(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return NoResult{"there is nothing but blanks"};
  return text.front() == '{' ? parse_object(text) : parse_number(text);
}

bool has_number_among_words(std::string_view text) {
  constexpr std::string_view separators = " \t\r:=";
  text = trimmed(text);
  if (text.starts_with('{') || text.find_first_of(separators) == std::string_view::npos) return false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    if (std::holds_alternative<Result>(parse_number(text.substr(begin, end - begin)))) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace craggy::execution
