// The data of a report, and its plain summary.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include <craggy/study/study_view.hpp>

#include "runs/json.hpp"

namespace craggy::cli {

struct ReportOptions {
  std::vector<std::string> models{};  // that are in it; empty: all that take turns
  bool all_contours = false;          // of every pair of parameters, however large the file becomes
  std::uint64_t threads = 0;
  std::function<void(const std::string& model)> fitting{};  // told before each fit
};

/// {"version", "made", "page", "details", "models", "next"}: documents of runs/page_json.hpp.
runs::Json report_json(const StudyView& view, const ReportOptions& options, const std::stop_token& stop);

/// The most important of it as HTML without scripts.
std::string report_summary(const runs::Json& report);

}  // namespace craggy::cli
