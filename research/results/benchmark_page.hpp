// The page of benchmarks: craggy beside other methods on problems of several kinds, and where it loses.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/benchmark.hpp"

namespace craggy::results {

/// Records and the file that they are from, as the page is to name it.
struct BenchmarkSource {
  std::string name;
  RecordSet records;
};

struct BenchmarkPage {
  std::string text;                            // Markdown
  std::map<std::string, std::string> figures;  // SVG by name of the file
};

/// The same records give the same bytes. `figure_folder` is where the figures are, seen from the page. Throws
/// InvalidArgument if craggy has no runs on any of the suites.
BenchmarkPage benchmark_page(const std::vector<BenchmarkSource>& sources, const std::string& figure_folder,
                             const ReferenceSource& reference);

}  // namespace craggy::results
