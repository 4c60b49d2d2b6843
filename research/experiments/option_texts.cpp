#include <fmt/format.h>

#include "engine/option_fields.hpp"
#include "experiments/method.hpp"

namespace craggy::experiments {

OptionTexts option_texts(const SuggestOptions& options) {
  SuggestOptions copy = options;
  OptionTexts texts;
  for (const Field& each : fields_of(copy)) {
    const FieldValue value = each.recorded ? each.recorded() : each.get();
    const bool is_off = each.kind == FieldKind::flag && !each.is_optional && value == FieldValue(false);
    if (value.index() != 0 && !is_off) texts[std::string(each.name)] = to_text(value);
  }
  return texts;
}

std::string difference(const OptionTexts& there, const OptionTexts& here) {
  const auto text = [](const OptionTexts& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string("its own default") : found->second;
  };
  OptionTexts all = there;
  all.insert(here.begin(), here.end());
  std::string differences;
  for (const auto& [name, value] : all)
    if (text(there, name) != text(here, name))
      differences += fmt::format("{}{}: {} there, {} here", differences.empty() ? "" : "; ", name,
                                 text(there, name), text(here, name));
  return differences;
}

}  // namespace craggy::experiments
