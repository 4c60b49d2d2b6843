// The largest values of the problems, as the paper's table of regrets has them beside the smallest.
#pragma once

#include <optional>
#include <string_view>

namespace craggy::results {

/// The paper takes the figures of [evalset]; of Shubert, Cross In Tray and Ackley they are estimates, a
/// little below the supremum. Deviation: the paper's 3.46 and −0.04 for the corrupted functions cannot come
/// from its listing; here are the suprema of the listing. Nothing where no maximum is known.
std::optional<double> function_maximum(std::string_view problem);

}  // namespace craggy::results
