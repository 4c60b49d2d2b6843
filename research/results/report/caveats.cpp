#include <cmath>

#include <fmt/format.h>

#include "results/function_maximum.hpp"
#include "results/number_text.hpp"
#include "results/paper_tables.hpp"
#include "results/report/sections.hpp"
#include "results/score_table.hpp"

namespace craggy::results {

std::string caveats_section(const RecordSet& records) {
  const PaperRow& branin = *find_paper_row("branin01", 100);
  std::string branin_here = "Two uniform points have 26.7 in expectation.";
  if (!records.methods().empty()) {
    const ScoreTable table = score_table(records);
    if (const Row* row = table.find_row("branin01", 100))
      branin_here = fmt::format(
          "Two uniform points have 26.7 in expectation and {} in the {} repetitions here.",
          mean_and_sd(row->initial_regret.mean, row->initial_regret.sd), row->initial_regret.count);
  }
  const std::string text = fmt::format(
      "- **Branin01**: the paper's initial regret, {}, cannot come from its protocol. {} Seven to ten "
      "initial points would give about what is printed. The initial regrets of its other functions agree "
      "with two uniform points.\n"
      "- **Corrupted Holder Table**: the paper states a minimum of -20.99 and a maximum of 3.46. The "
      "function of its listing has the infimum -20.6003 and the supremum {}, so either the experiments used "
      "other constants than printed or the figures are of another version. Results are scored here against "
      "the infimum, and against -20.99 wherever they are compared with printed ones.\n"
      "- **Corrupted Exponential**: the paper states -0.99 and -0.04, from a million samples. The infimum of "
      "the listing is -1.2703, a needle that needs all eight coordinates in tiny intervals, and its supremum "
      "{}. Results are scored against -0.99, so that a gap may exceed 1.\n"
      "- **The neural networks**: seeds, data versions and minima of the paper are not published. Here every "
      "run uses seed 0, and results are scored against a frozen reference, so that figures can be compared "
      "between our methods but hardly with the paper's.",
      mean_and_sd(branin.mean_initial_regret, branin.sd_initial_regret), branin_here,
      two_decimals(function_maximum("corrupted_holder_table")),
      two_decimals(function_maximum("corrupted_exponential")));
  return section("What the paper's tables cannot be compared on", text);
}

}  // namespace craggy::results
