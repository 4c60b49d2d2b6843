#include "experiments/rerun.hpp"

#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

#include "experiments/fingerprint.hpp"
#include "experiments/optimiser.hpp"
#include "experiments/protocol.hpp"
#include "experiments/repetition.hpp"
#include "testbeds/catalogue.hpp"

namespace craggy::experiments {
namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same_bits(a[i], b[i])) return false;
  return true;
}

}  // namespace

Rerun rerun(const Record& record, const std::stop_token& stop) {
  const Method method = resolved(parse_method(record.method));
  if (method.options != record.options)
    throw InvalidArgument(fmt::format("{}: the method has other options by now ({})", describe(record.key()),
                                      difference(record.options, method.options)));
  const Repetition again =
      run_repetition(testbeds::find_problem(record.problem), method, record.seed, record.evaluations(), stop);
  const std::vector<double> best = best_so_far(again.values);
  Rerun result{.best = best.back(),
               .recorded_best = record.best.back(),
               .same_engine = engine_fingerprint(method) == record.engine};
  const bool compact = record.values.empty();
  for (std::size_t i = 0; i < best.size(); ++i) {
    const bool same =
        same_bits(best[i], record.best[i]) && (compact || (same_bits(again.values[i], record.values[i]) &&
                                                           same_bits(again.points[i], record.points[i])));
    if (same) continue;
    result.difference = i;
    result.best = best[i];
    result.recorded_best = record.best[i];
    break;
  }
  return result;
}

}  // namespace craggy::experiments
