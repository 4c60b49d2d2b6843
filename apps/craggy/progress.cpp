#include "progress.hpp"

#include "text.hpp"

namespace craggy::cli {

Progress::Progress(std::ostream& err, const Terminal& terminal, ProgressStyle style)
    : err_(err), terminal_(terminal), style_(style) {}

Progress::~Progress() { clear(); }

void Progress::show(std::size_t step, std::size_t total, std::string_view line) {
  if (style_.quiet) return;
  if (terminal_.live_errors) {
    // One column stays free: a full line would wrap in some terminals, and could not be rewritten.
    err_ << '\r' << clipped(line, static_cast<std::size_t>(terminal_.columns) - 1) << "\x1b[K" << std::flush;
    line_is_live_ = true;
  } else if (style_.plain_every > 0 && (step % style_.plain_every == 0 || step == total)) {
    err_ << line << '\n' << std::flush;
  }
}

void Progress::clear() {
  if (line_is_live_) err_ << "\r\x1b[K" << std::flush;
  line_is_live_ = false;
}

double seconds_left(std::span<const double> seconds_per_trial, std::size_t total) {
  double seconds = 0.0;
  double work_done = 0.0;
  double work_left = 0.0;
  for (std::size_t trial = 1; trial <= total; ++trial) {
    const double work = static_cast<double>(trial) * static_cast<double>(trial);
    if (trial > seconds_per_trial.size()) {
      work_left += work;
    } else {
      work_done += work;
      seconds += seconds_per_trial[trial - 1];
    }
  }
  return work_done > 0.0 ? seconds * work_left / work_done : 0.0;
}

}  // namespace craggy::cli
