#include "study/options_text.hpp"

#include <fmt/format.h>

#include "stores/enum_names.hpp"
#include "study/field_json.hpp"
#include "study/option_fields.hpp"

namespace craggy {

Field on_lost_field(OnLost& on_lost) {
  return field(on_lost, {.key = "on_lost",
                         .group = study_group,
                         .help = "What becomes of a trial whose worker has vanished",
                         .has_modifier = false});
}

Fields fields_of(StoredOptions& options) {
  Fields fields = fields_of(options.suggest);
  fields.push_back(on_lost_field(options.on_lost));
  return fields;
}

std::string to_text(const StoredOptions& options) {
  StoredOptions copy = options;
  return to_json(fields_of(copy)).dump();
}

StoredOptions parse_options(std::string_view text) {
  StoredOptions options;
  from_json(fields_of(options), Json::parse(text, nullptr, false), "the options of the study");
  return options;
}

std::string difference(const StoredOptions& there, const StoredOptions& here) {
  StoredOptions other = there;
  StoredOptions own = here;
  const Fields others = fields_of(other);
  const Fields owns = fields_of(own);
  std::string text;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const FieldValue value = others[i].get();
    const FieldValue own_value = owns[i].get();
    if (value == own_value) continue;
    const Field& field = others[i];
    text += fmt::format("{}{}{}{}: {} there, {} here", text.empty() ? "" : "; ", field.inside,
                        field.inside.empty() ? "" : ".", field.key, to_text(value), to_text(own_value));
  }
  return text;
}

}  // namespace craggy
