// The figures of [Bodin2020] by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/base/thread_pool.hpp>

#include "charts/plot.hpp"

namespace craggy::figures {

struct FigureOptions {
  std::uint64_t seed = 0;           // of the chains; the base seed of records and of a quick run
  std::filesystem::path records{};  // a folder or file of `craggy experiment run`; empty: none
  // Of the quick run where a figure needs regrets and there are no records:
  std::uint32_t repetitions = 5;
  std::size_t evaluations = 50;
  /// Told how many of the quick run's repetitions are done, by one thread at a time.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

struct FigureEntry {
  std::string name;
  std::string summary;
  std::string shows;  // the formula or the data, for readers of --list
  bool uses_records;
  charts::Figure (*make)(const FigureOptions&, ThreadPool*, const std::stop_token&);
};

/// In the order of the paper.
const std::vector<FigureEntry>& figure_entries();

/// Throws InvalidArgument for an unknown name, options that the figure does not take, and records that are
/// missing.
charts::Figure make_figure(std::string_view name, const FigureOptions& options, ThreadPool* pool = nullptr,
                           const std::stop_token& stop = {});

}  // namespace craggy::figures
