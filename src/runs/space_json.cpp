#include "runs/space_json.hpp"

#include <craggy/space/grammar.hpp>

#include "space/to_text.hpp"

namespace craggy::runs {
namespace {

using Json = nlohmann::ordered_json;

// One overload per domain; text and condition are the same for all.
void add_domain(Json& json, const Float& domain) {
  json["low"] = domain.low;
  json["high"] = domain.high;
  json["log"] = domain.log;
}

void add_domain(Json& json, const Int& domain) {
  json["low"] = domain.low;
  json["high"] = domain.high;
  json["log"] = domain.log;
}

void add_domain(Json& json, const Step& domain) {
  json["low"] = domain.low;
  json["high"] = domain.high;
  json["log"] = false;
  json["step"] = domain.step;
}

void add_domain(Json& json, const Categorical& domain) { json["choices"] = domain.choices; }

void add_domain(Json& json, const Bool& /*domain*/) { json["choices"] = {false, true}; }

}  // namespace

Json parameter_json(const Parameter& parameter) {
  Json json = {{"name", parameter.name}, {"kind", kind_of(parameter.domain)}};
  std::visit([&](const auto& domain) { add_domain(json, domain); }, parameter.domain);
  if (parameter.condition) {
    json["parent"] = parameter.condition->parent;
    json["condition"] = to_text(*parameter.condition);
  }
  json["text"] = to_text(parameter);
  return json;
}

Json parameters_json(const Space& space) {
  Json json = Json::array();
  for (const Parameter& parameter : space.parameters()) json.push_back(parameter_json(parameter));
  return json;
}

}  // namespace craggy::runs
