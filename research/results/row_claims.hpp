// Those of the paper's claims that are about a single row of its table.
#pragma once

#include <string>
#include <vector>

#include "results/claims.hpp"
#include "results/score_table.hpp"

namespace craggy::results {

/// The methods that these claims need.
std::vector<std::string> row_claim_methods();

/// `table` holds those of the methods that there are.
std::vector<Claim> row_claims(const ScoreTable& table);

}  // namespace craggy::results
