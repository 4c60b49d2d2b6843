// Who has which trial: handing out, and taking away from those who have vanished.
#pragma once

#include <craggy/stores/store.hpp>

#include "stores/backend.hpp"

namespace craggy::stores {

/// Open attempts of workers that are gone from this machine, or have not been heard of for longer than their
/// grace, with the reason as message.
std::vector<AttemptRow> lost_attempts(Transaction& transaction, StudyId study);

/// Ends the leases of such workers. Their trials wait or fail; numbers they had reserved are free.
void end_lost_leases(Transaction& transaction, StudyId study, OnLost on_lost);

/// As Store::claim, without looking for lost leases.
std::optional<Claim> claim(Transaction& transaction, StudyId study, const ClaimRequest& request);

/// As Store::propose.
ProposeOutcome propose(Transaction& transaction, StudyId study, const Claim& claim, const Proposal& proposal,
                       std::int64_t seen_revision, bool accept_stale);

/// What has changed since then, and up to when that is.
News read_news(Transaction& transaction, StudyId study, std::int64_t since_revision);

}  // namespace craggy::stores
