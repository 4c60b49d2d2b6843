#include "dashboard/study_desk.hpp"

#include <fmt/format.h>

#include "look/curve.hpp"
#include "runs/page_json.hpp"
#include "runs/texts.hpp"

namespace craggy::cli {

using runs::Json;

namespace {

// Of one study: browsers that follow it have seen it up to nearly the same revision.
constexpr std::size_t most_kept_changes = 16;

}  // namespace

std::string text_of(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool matches(std::string_view pattern, std::string_view name) {
  // Where the last '*' was, and where in the name what it stands for ends: to be made longer if the rest does
  // not fit.
  std::size_t star = std::string_view::npos, resume = 0, p = 0, n = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.substr(p).find_first_not_of('*') == std::string_view::npos;
}

std::shared_ptr<StudyDesk::Entry> StudyDesk::entry(const std::string& name) {
  const std::optional<StudyRow> row = store_->find_study(name);
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    if (found != entries_.end() && row && found->second->id == row->id) return found->second;
    if (found != entries_.end()) entries_.erase(found);  // deleted meanwhile
  }
  auto made = std::make_shared<Entry>();
  made->view = std::make_shared<const StudyView>(StudyView::open(store_, name));
  made->id = row ? row->id : 0;
  const std::lock_guard lock(mutex_);
  return entries_.emplace(name, std::move(made)).first->second;
}

std::shared_ptr<const StudyView> StudyDesk::view(const std::string& name) { return entry(name)->view; }

std::string StudyDesk::tag(const StudyView& view) const {
  const std::optional<StudyRow> row = store_->find_study(view.name());
  return fmt::format("\"{}-{}\"", row ? row->id : 0, view.revision());
}

SentDocument StudyDesk::page(const std::string& name) {
  const std::shared_ptr<Entry> found = entry(name);
  const std::lock_guard lock(found->making);
  const std::string now = tag(*found->view);
  if (found->page.tag == now) return found->page;
  const Json page = runs::page_json(*found->view);
  // What has come since is in the page, and will be told again.
  found->page = {std::make_shared<const std::string>(text_of(page)),
                 fmt::format("\"{}-{}\"", found->id, page.at("revision").get<std::int64_t>())};
  return found->page;
}

std::shared_ptr<const std::string> StudyDesk::changes(const std::string& name, std::int64_t since) {
  const std::shared_ptr<Entry> found = entry(name);
  const std::lock_guard lock(found->making);
  const std::string now = tag(*found->view);
  const bool is_full = found->changes.size() >= most_kept_changes && !found->changes.contains(since);
  if (found->changes_tag != now || is_full) found->changes.clear();
  found->changes_tag = now;
  std::shared_ptr<const std::string>& made = found->changes[since];
  if (!made) made = std::make_shared<const std::string>(text_of(runs::changes_json(*found->view, since)));
  return made;
}

Json StudyDesk::curve(Entry& entry) {
  const std::lock_guard lock(entry.making);
  const std::string now = tag(*entry.view);
  if (entry.curve_tag == now) return entry.curve;
  const Direction direction = entry.view->direction();
  entry.curve = {{"study", entry.view->name()},
                 {"direction", runs::direction_word(direction)},
                 {"best", runs::json_numbers(best_so_far(entry.view->trials(), direction))}};
  entry.curve_tag = now;
  return entry.curve;
}

std::string StudyDesk::curves(std::string_view pattern) {
  constexpr std::size_t most = 200;
  Json curves = Json::array();
  for (const StudyRow& row : store_->studies()) {
    if (curves.size() == most) break;
    if (!matches(pattern, row.definition.name)) continue;
    try {
      curves.push_back(curve(*entry(row.definition.name)));
    } catch (const InvalidArgument&) {  // of a newer craggy, or gone: the list of studies says so
    }
  }
  return text_of(curves);
}

std::string StudyDesk::list() {
  Json list = Json::array();
  for (const StudySummary& summary : StudyView::list(store_)) list.push_back(runs::summary_json(summary));
  return text_of(list);
}

}  // namespace craggy::cli
