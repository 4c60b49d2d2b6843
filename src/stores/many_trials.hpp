// Trials by the thousand: added to a study, or a whole study read and written.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <craggy/stores/store.hpp>

#include "stores/backend.hpp"

namespace craggy::stores {

/// As Store::add_all.
TrialNumber add_all(Transaction& transaction, StudyId study, std::int64_t known_revision,
                    const std::function<std::vector<TrialRow>(const News& news)>& choose);

/// As Store::content.
std::optional<StudyContent> content(Transaction& transaction, std::string_view name);

/// As Store::restore.
std::optional<StudyRow> restore(Transaction& transaction, const StudyContent& content);

}  // namespace craggy::stores
