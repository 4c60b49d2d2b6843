// The studies of one store as the dashboard reads them: each opened once, its documents made once per
// revision.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <craggy/study/study_view.hpp>

#include "runs/json.hpp"

namespace craggy::cli {

/// A document as it is sent, and which state of the study it is of.
struct SentDocument {
  std::shared_ptr<const std::string> text;
  std::string tag;  // for the header ETag
};

std::string text_of(const runs::Json& document);

/// May be used by several threads.
class StudyDesk {
 public:
  explicit StudyDesk(std::shared_ptr<Store> store) : store_(std::move(store)) {}

  const std::shared_ptr<Store>& store() const { return store_; }

  /// Throws InvalidArgument if there is none of that name now.
  std::shared_ptr<const StudyView> view(const std::string& name);

  /// "ID-REVISION": changes with every change of the study, and if another one takes its name.
  std::string tag(const StudyView& view) const;

  /// page_json of the study.
  SentDocument page(const std::string& name);

  /// changes_json of the study: made once for all browsers that have seen it up to the same revision.
  std::shared_ptr<const std::string> changes(const std::string& name, std::int64_t since);

  /// The studies of that pattern, in which '*' stands for any letters, each with its best values so far.
  std::string curves(std::string_view pattern);

  /// The list of all studies.
  std::string list();

 private:
  struct Entry {
    StudyId id = 0;
    std::shared_ptr<const StudyView> view;
    std::mutex making;  // of what follows: who comes second waits and has it then
    SentDocument page{};
    std::string changes_tag{};
    std::map<std::int64_t, std::shared_ptr<const std::string>> changes{};  // by the revision that was seen
    std::string curve_tag{};
    runs::Json curve{};
  };

  std::shared_ptr<Entry> entry(const std::string& name);
  runs::Json curve(Entry& entry);

  std::shared_ptr<Store> store_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

/// Whether a name fits a pattern with '*'.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace craggy::cli
