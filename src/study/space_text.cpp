#include "space_text.hpp"

#include <charconv>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/base/check.hpp>

namespace craggy {
namespace {

using Json = nlohmann::ordered_json;

std::string to_text(const Parameter& parameter) {
  const auto& [low, high, log] = parameter.domain;
  return fmt::format("{}={}({},{})", parameter.name, log ? "log" : "float", low, high);
}

Parameter parse_parameter(const std::string& text) {
  const auto fail = [&] {
    fail_argument("a stored parameter", fmt::format("'{}'", text), "it has to be NAME=float(LOW,HIGH)");
  };
  const std::size_t equals = text.find('=');
  const std::size_t open = text.find('(', equals);
  if (open == std::string::npos || text.back() != ')') fail();
  const std::string kind = text.substr(equals + 1, open - equals - 1);
  if (kind != "float" && kind != "log") fail();
  Float domain{0, 0, kind == "log"};
  const char* const end = text.data() + text.size() - 1;
  const auto low = std::from_chars(text.data() + open + 1, end, domain.low);
  if (low.ec != std::errc() || low.ptr == end || *low.ptr != ',') fail();
  const auto high = std::from_chars(low.ptr + 1, end, domain.high);
  if (high.ec != std::errc() || high.ptr != end) fail();
  return {text.substr(0, equals), domain};
}

}  // namespace

std::string to_text(const Space& space) {
  Json texts = Json::array();
  for (const Parameter& parameter : space.parameters()) texts.push_back(to_text(parameter));
  return texts.dump();
}

Space parse_space(std::string_view text) {
  const Json texts = Json::parse(text, nullptr, false);
  if (!texts.is_array())
    fail_argument("a stored space", fmt::format("'{}'", text), "it has to be a JSON array");
  std::vector<Parameter> parameters;
  for (const Json& each : texts) {
    if (!each.is_string()) fail_argument("a stored parameter", each.dump(), "it has to be a text");
    parameters.push_back(parse_parameter(each.get<std::string>()));
  }
  return Space(std::move(parameters));
}

std::string difference(const Space& there, const Space& here) {
  std::string text;
  const auto add = [&](const std::string& each) { text += (text.empty() ? "" : "; ") + each; };
  const auto find = [](const Space& space, const std::string& name) -> const Parameter* {
    for (const Parameter& parameter : space.parameters())
      if (parameter.name == name) return &parameter;
    return nullptr;
  };
  for (const Parameter& parameter : there.parameters()) {
    const Parameter* other = find(here, parameter.name);
    if (other == nullptr)
      add(fmt::format("{} there, no '{}' here", to_text(parameter), parameter.name));
    else if (to_text(parameter) != to_text(*other))
      add(fmt::format("{} there, {} here", to_text(parameter), to_text(*other)));
  }
  for (const Parameter& parameter : here.parameters())
    if (find(there, parameter.name) == nullptr)
      add(fmt::format("no '{}' there, {} here", parameter.name, to_text(parameter)));
  if (text.empty() && to_text(there) != to_text(here)) text = "the parameters are in another order";
  return text;
}

}  // namespace craggy
