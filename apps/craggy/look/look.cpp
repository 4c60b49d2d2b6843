#include "look/look.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "numbers.hpp"
#include "study/slice_points.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

std::string newest_study(Store& store) {
  const std::vector<StudyRow> rows = store.studies();
  const auto newest = std::max_element(rows.begin(), rows.end(), [](const StudyRow& a, const StudyRow& b) {
    return std::pair(a.created, a.id) < std::pair(b.created, b.id);
  });
  if (newest == rows.end())
    throw InvalidArgument(
        fmt::format("{} has no studies; 'craggy run' or 'craggy create' makes one", store.name()));
  return newest->definition.name;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "a=1,b=x,y": a comma separates only where the name of a parameter and '=' follow, as names of a category
// may have one.
std::vector<std::string> settings_in(const Space& space, std::string_view text) {
  std::vector<std::string> settings;
  for (const std::string_view part : split(text, ',')) {
    const std::string_view name = trimmed(part.substr(0, part.find('=')));
    const bool begins = part.find('=') != std::string_view::npos &&
                        std::any_of(space.parameters().begin(), space.parameters().end(),
                                    [&](const Parameter& parameter) { return parameter.name == name; });
    if (begins || settings.empty())
      settings.emplace_back(trimmed(part));
    else
      settings.back() += "," + std::string(part);
  }
  return settings;
}

}  // namespace

StudyView open_study(const std::string& name, const std::string& url, const Context& context) {
  const std::shared_ptr<Store> store = open_existing_store(url, context.stop);
  return StudyView::open(store, name.empty() ? newest_study(*store) : name);
}

TrialRecord find_trial(const StudyView& view, TrialNumber number, std::string_view name) {
  if (std::optional<TrialRecord> record = view.trial(number)) return *std::move(record);
  const std::vector<TrialRecord> records = view.trials();
  fail_argument(name, fmt::format("{}", number),
                records.empty() ? "the study has no trials yet"
                                : fmt::format("the study has the trials 0 to {}", records.back().number));
}

FittedModel fit_model(const StudyView& view, const std::string& name, std::uint64_t num_threads,
                      const std::stop_token& stop) {
  StudyModelOptions options{.model = name, .num_threads = num_threads};
  std::optional<TrialNumber> warm_from;
  if (std::optional<StoredWarmState> warm = view.latest_warm_state()) {
    options.warm = std::move(warm->state);
    warm_from = warm->trial;
  }
  StudyModel model = StudyModel::fit(view, options, stop);
  if (!model.diagnostics().warm) warm_from.reset();
  return {std::move(model), warm_from};
}

FittedModel fit_model(const StudyView& view, const std::string& name, std::uint64_t num_threads,
                      const Context& context) {
  return fit_model(view, name, num_threads, context.stop);
}

std::string said_of(const FittedModel& fitted) {
  const std::size_t count = fitted.model.trials().size();
  const std::string of_all =
      fitted.model.active() ? fmt::format(" of {}", fitted.model.active()->of) : std::string();
  std::string text = fmt::format("the {} model, from {}{} finished trial{}", fitted.model.name(), count,
                                 of_all, count == 1 ? "" : "s");
  if (fitted.warm_from) text += fmt::format(", begun where that of trial {} ended", *fitted.warm_from);
  return text;
}

std::vector<double> usual_point(const StudyView& view) {
  if (const std::optional<TrialRecord> best = view.best()) return best->values;
  return view.space().canonical(view.space().pick(std::vector<double>(view.space().size(), 0.5)));
}

std::vector<double> point_from(const StudyView& view, std::string_view text) {
  if (text.empty() || text == "best") return usual_point(view);
  if (is_number(text)) {
    const std::optional<TrialRecord> record = view.trial(parse_trial_number(std::string(text)));
    if (!record)
      fail_argument("the point", fmt::format("'{}'", text), "the study has no trial of that number");
    return record->values;
  }
  const Space& space = view.space();
  std::vector<std::pair<std::size_t, double>> codes;
  for (const std::string& setting : settings_in(space, text)) {
    const std::size_t equal = setting.find('=');
    if (equal == std::string::npos)
      fail_argument("the point", fmt::format("'{}'", text),
                    "it has to be 'best', the number of a trial, or values such as lr=0.01,opt=sgd");
    const std::size_t i = space.index_of(trimmed(std::string_view(setting).substr(0, equal)));
    codes.emplace_back(i, parse_value(space[i], std::string(trimmed(setting.substr(equal + 1)))));
  }
  std::vector<double> point = with_codes(space, usual_point(view), codes);
  for (const auto& [i, code] : codes)
    if (!space.is_active(i, point))
      fail_argument("the point", fmt::format("'{}'", text),
                    fmt::format("'{}' is inactive there: {}", space[i].name, to_text(space[i])));
  return point;
}

}  // namespace craggy::cli
