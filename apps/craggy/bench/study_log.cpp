#include "bench/study_log.hpp"

#include <cmath>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

namespace craggy::cli {

StudyLog::StudyLog(std::string file) : file_(std::move(file)) {
  if (file_.empty()) return;
  std::ifstream stream(file_);
  for (std::string text; std::getline(stream, text);) {
    if (stream.eof()) break;  // no line break: it was cut short
    Json line = Json::parse(text, nullptr, false);
    if (!line.is_object() || !line.contains("study"))
      throw Error(fmt::format("{}: line {} is not the result of a study", file_, lines_.size() + 1));
    known_.insert(line["study"].get<std::string>());
    lines_.push_back(std::move(line));
  }
}

void StudyLog::add(const Json& line) {
  known_.insert(line["study"].get<std::string>());
  lines_.push_back(line);
  if (file_.empty()) return;
  std::ofstream stream(file_, std::ios::app);
  stream << line.dump() << '\n' << std::flush;
  if (!stream) throw Error(fmt::format("{} cannot be written", file_));
}

std::string mean_text(const std::vector<double>& values) {
  if (values.empty()) return "-";
  const auto count = static_cast<double>(values.size());
  double mean = 0.0;
  for (const double value : values) mean += value / count;
  double sum = 0.0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return fmt::format("{:.3f} ± {:.3f}", mean, count > 1.0 ? std::sqrt(sum / (count - 1.0) / count) : 0.0);
}

}  // namespace craggy::cli
