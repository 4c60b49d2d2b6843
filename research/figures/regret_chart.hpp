// Charts of regret: a line per method with a band, each method with its colour and dash in all figures.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "charts/plot.hpp"
#include "figures/regret_curve.hpp"

namespace craggy::figures {

/// The methods that figures of regret show where there are records of them: the paper's, and the shipped
/// default.
const std::vector<std::string>& regret_methods();

/// Mean regret and a band of one standard deviation at either side [Bodin2020, figs. of regret].
charts::Chart regret_chart(std::span<const RegretCurve> curves);

/// One entry per method that occurs, in the order of regret_methods().
std::vector<charts::LegendEntry> regret_legend(std::span<const RegretCurve> curves);

/// "20 repetitions", or, where methods differ, "5 to 20 repetitions".
std::string repetitions_text(std::span<const RegretCurve> curves);

}  // namespace craggy::figures
