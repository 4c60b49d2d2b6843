#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <craggy/base/check.hpp>
#include <craggy/study/params.hpp>

namespace craggy {

using Json = nlohmann::ordered_json;

std::string to_params(const Space& space, std::span<const double> values) {
  space.check(values);
  Json object = Json::object();
  for (std::size_t i = 0; i < space.size(); ++i) object[space[i].name] = values[i];
  return object.dump();
}

std::vector<double> parse_params(const Space& space, std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object())
    fail_argument("the parameters", fmt::format("'{}'", text), "they have to be one JSON object");
  std::vector<double> values(space.size());
  std::size_t num_found = 0;
  for (const auto& [name, value] : object.items()) {
    const std::size_t i = space.index_of(name);
    if (!value.is_number()) fail_argument(fmt::format("'{}'", name), value.dump(), "it has to be a number");
    values[i] = value.get<double>();
    ++num_found;
  }
  for (std::size_t i = 0; num_found != space.size() && i < space.size(); ++i)
    if (!object.contains(space[i].name))
      fail_argument("the parameters", fmt::format("'{}'", text),
                    fmt::format("they have to have a value of '{}'", space[i].name));
  space.check(values);
  return values;
}

}  // namespace craggy
