// The record of one finished repetition: what was run and what came out, as one line of JSON.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::experiments {

/// How a method was set, as names and texts.
using OptionTexts = std::map<std::string, std::string>;

/// What tells one repetition from another. The suite is not part of it: a repetition that two suites ask for
/// is run once.
struct RecordKey {
  std::string problem;
  std::string method;
  std::uint64_t base_seed = 0;
  std::uint32_t repetition = 0;
  auto operator<=>(const RecordKey&) const = default;
};

struct Record {
  std::string suite;  // that asked for it first
  std::string problem;
  std::string method;
  std::uint32_t repetition = 0;
  std::uint64_t base_seed = 0;
  std::uint64_t seed = 0;  // repetition_seed(base_seed, problem, repetition)
  std::string version;     // of craggy
  std::string simd;        // the SIMD level, to which the bits of the results belong
  std::string engine;      // engine_fingerprint of the method; empty where it has none
  OptionTexts options;

  std::vector<double> best;  // the smallest value after each evaluation; never empty
  // Empty in the compact form:
  std::vector<std::vector<double>> points{};  // in the problem's own units
  std::vector<double> values{};
  std::vector<double> suggest_seconds{};  // before each evaluation; 0 for an initial point

  double suggest_total = 0.0;  // seconds of all suggestions
  double seconds = 0.0;        // with those of the objective

  RecordKey key() const { return {problem, method, base_seed, repetition}; }
  std::size_t evaluations() const { return best.size(); }
  double first() const;  // the better of the initial values
};

/// One line, without its end. Numbers are written so that they read back as the same doubles.
std::string to_line(const Record& record);

/// Without points and the seconds of each suggestion, and with the best-so-far series instead of the values.
std::string to_compact_line(const Record& record);

/// Reads either form. Throws InvalidArgument that names the field.
Record parse_record(std::string_view line);

/// "latent on shubert01, repetition 3, base seed 0".
std::string describe(const RecordKey& key);

}  // namespace craggy::experiments
