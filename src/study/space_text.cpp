#include "study/space_text.hpp"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/space/grammar.hpp>

#include "base/check.hpp"

namespace craggy {
namespace {

using Json = nlohmann::ordered_json;

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
