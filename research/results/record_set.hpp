// The records that a table is made of, by problem, method and repetition.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/record.hpp"

namespace craggy::results {

/// What is paired across methods: runs with the same base seed and number begin at the same points.
struct Repetition {
  std::uint64_t base_seed = 0;
  std::uint32_t number = 0;
  auto operator<=>(const Repetition&) const = default;
};

class RecordSet {
 public:
  using Runs = std::map<Repetition, experiments::Record>;

  /// Keeps all but points and values. Of one repetition that comes twice the longer record is kept; throws
  /// InvalidArgument if the two do not begin with the same values.
  void add(experiments::Record record);

  bool empty() const { return runs_.empty(); }
  std::size_t size() const;
  std::vector<std::string> problems() const;  // in the order of the catalogue
  std::vector<std::string> methods() const;   // in the order of columns
  std::vector<std::uint64_t> base_seeds() const;

  /// The runs of a method on a problem; none if there are none.
  const Runs& runs(std::string_view problem, std::string_view method) const;

  /// All records, by problem, method and repetition.
  void for_each(const std::function<void(const experiments::Record&)>& visit) const;

  RecordSet with_base_seed(std::uint64_t base_seed) const;
  RecordSet with_problems_of_the_paper() const;

 private:
  std::map<std::pair<std::string, std::string>, Runs> runs_;  // by problem and method
};

/// The records of files *.jsonl and of folders with such files. Throws InvalidArgument if there are none.
RecordSet read_record_set(std::span<const std::filesystem::path> paths);

}  // namespace craggy::results
