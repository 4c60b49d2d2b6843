// A regular expression that finds the value in the output of a program which cannot be changed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace craggy::execution {

/// In the syntax of RE2, whose time is linear in the text whatever the pattern.
class ValuePattern {
 public:
  /// Throws InvalidArgument if it is no regular expression or has no group.
  explicit ValuePattern(const std::string& pattern);
  ~ValuePattern();
  ValuePattern(const ValuePattern&) = delete;
  ValuePattern& operator=(const ValuePattern&) = delete;

  /// What the first group matched in the last match within the line. From any thread.
  std::optional<std::string> last_match(std::string_view line) const;
  const std::string& text() const;

 private:
  struct Implementation;
  std::unique_ptr<const Implementation> implementation_;
};

}  // namespace craggy::execution
