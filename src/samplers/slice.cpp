#include "samplers/slice.hpp"

#include <numeric>

#include "base/random.hpp"

namespace craggy {

void Slice::choose_order(RandomStream& stream, Index size, std::vector<Index>& order) const {
  order.resize(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  if (options_.order == SweepOrder::fixed) return;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.below(i)]);
}

Slice::Interval Slice::place_interval(RandomStream& stream, double x, double width) const {
  const double low = x - width * stream.uniform();
  const auto steps_down = static_cast<Index>(stream.below(static_cast<std::uint64_t>(options_.max_widths)));
  return {.low = low,
          .high = low + width,
          .steps_down = steps_down,
          .steps_up = options_.max_widths - 1 - steps_down};
}

void check_tuning(const SliceTuning& tuning, Index size) {
  if (tuning.widths.size() != 1)
    check_size("widths", static_cast<std::size_t>(tuning.widths.size()), static_cast<std::size_t>(size));
  for (double width : tuning.widths) check_positive("widths", width);
}

}  // namespace craggy
