// Progress of a run: one line on stderr that is rewritten on a terminal, now and then a plain line elsewhere,
// or nothing.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string_view>

#include "terminal.hpp"

namespace craggy::cli {

struct ProgressStyle {
  bool quiet = false;
  std::size_t plain_every = 0;  // steps between two lines where there is no terminal; 0: none at all
};

class Progress {
 public:
  Progress(std::ostream& err, const Terminal& terminal, ProgressStyle style);
  ~Progress();  // clears the live line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// After step `step` of `total`.
  void show(std::size_t step, std::size_t total, std::string_view line);

  void clear();

 private:
  std::ostream& err_;
  Terminal terminal_;
  ProgressStyle style_;
  bool line_is_live_ = false;
};

/// Seconds until trial `total` is done, from those that each trial so far took. A trial costs more the longer
/// the history is: its cost is taken to grow as the square, between what small matrices (overheads) and large
/// ones (the cube) do.
double seconds_left(std::span<const double> seconds_per_trial, std::size_t total);

}  // namespace craggy::cli
