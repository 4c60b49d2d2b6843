#include "runs/settings.hpp"

#include <variant>

#include "study/option_fields.hpp"

namespace craggy::runs {
namespace {

// Calls visit(field, value) for every field that is not as it is by default.
void for_each_change(const StudyOptions& options, const auto& visit) {
  StoredOptions own{options.suggest, options.on_lost};
  StoredOptions usual;
  const Fields fields = fields_of(own);
  const Fields defaults = fields_of(usual);
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (const FieldValue value = fields[i].get(); fields[i].key != "surrogate" && value != defaults[i].get())
      visit(fields[i], value);
}

}  // namespace

std::vector<Setting> changed_settings(const StudyOptions& options) {
  std::vector<Setting> settings;
  for_each_change(options, [&](const Field& field, const FieldValue& value) {
    settings.push_back({std::string(field.name), craggy::to_text(value)});
  });
  return settings;
}

nlohmann::ordered_json settings_json(const StudyOptions& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for_each_change(options, [&](const Field& field, const FieldValue& value) {
    nlohmann::ordered_json& place = json[std::string(field.key)];
    if (const auto* flag = std::get_if<bool>(&value)) place = *flag;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) place = *whole;
    if (const auto* number = std::get_if<double>(&value)) place = *number;
    if (const auto* text = std::get_if<std::string>(&value)) place = *text;
  });
  return json;
}

}  // namespace craggy::runs
