// Charts of beliefs about a function of one input: what the figures with posteriors share.
#pragma once

#include <span>
#include <string>

#include "charts/plot.hpp"
#include "figures/belief.hpp"

namespace craggy::figures {

/// Mean and two standard deviations at either side, as in the paper's figures.
void add_belief(charts::Chart& chart, const BeliefCurve& belief, charts::Colour colour,
                charts::Dash dash = charts::Dash::solid);

/// The function and its observations.
void add_truth(charts::Chart& chart, const Example& example, double point_size = 5.0);

/// x over [0, 1], y over what the function and the beliefs need.
charts::Chart belief_chart(const Example& example, std::span<const BeliefCurve> beliefs);

/// The expected improvement, and a line through the next evaluation.
charts::Chart improvement_chart(const BeliefCurve& belief);

/// The labels and numbers of the y axis stand at the first panel of a row only.
void leave_y_to_first_panel(charts::Chart& chart);

struct TitledChart {
  std::string title;
  charts::Chart chart;
};

/// Two rows: the charts, each with a line through the next evaluation, and below each its expected
/// improvement.
std::vector<charts::PanelRow> with_improvements(std::vector<TitledChart> charts,
                                                std::span<const BeliefCurve> beliefs);

/// Entries for the function, its observations, the expected improvement and the next evaluation.
std::vector<charts::LegendEntry> truth_legend();
std::vector<charts::LegendEntry> improvement_legend();

}  // namespace craggy::figures
