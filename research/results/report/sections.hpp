// The sections of the page: each with its heading, or empty where there is nothing to say.
#pragma once

#include <string>
#include <vector>

#include "results/claims.hpp"
#include "results/grid.hpp"
#include "results/record_set.hpp"

namespace craggy::results {

/// "## HEADING", the text and the table, each if it is not empty, with blank lines between.
std::string section(const std::string& heading, const std::string& text, const Grid& grid = {});

/// The paper's columns that there are records of, and craggy's.
std::vector<std::string> main_methods(const RecordSet& records);

std::string provenance_section(const RecordSet& all);
std::string gap_sections(const RecordSet& records);        // ours, then the paper's
std::string agreement_sections(const RecordSet& records);  // differences, verdicts, and the cells that differ
std::string regret_sections(const RecordSet& records);
std::string caveats_section(const RecordSet& records);  // what the paper's tables cannot be
std::string lcb_section(const RecordSet& records);
std::string claims_section(const std::vector<Claim>& claims);
std::string amplitude_section(const RecordSet& records);
std::string craggy_section(const RecordSet& records, const std::vector<Claim>& goals);
std::string base_seeds_section(const RecordSet& all);
std::string peers_section(const RecordSet& records);
std::string seconds_section(const RecordSet& records);

/// How many cells agree with the paper: "71 of 107 figures reproduced, 20 stronger, 16 weaker"; empty without
/// any.
std::string agreement_summary(const RecordSet& records);

}  // namespace craggy::results
