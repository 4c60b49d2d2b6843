// The page that puts our records beside the paper's figures.
#pragma once

#include <string>
#include <vector>

#include "results/record_set.hpp"

namespace craggy::results {

/// A page in Markdown; the same records and notes give the same bytes. Records of other problems than the
/// paper's are left out. The tables are of the base seed that
/// has most records, others have a section of their own. `notes` are included as they are: what was tried to
/// find out why.
std::string reproduction_page(const RecordSet& records, const std::vector<std::string>& notes);

}  // namespace craggy::results
