// A file that lines are appended to, by several processes at a time if need be.
#pragma once

#include <string>
#include <string_view>

#include "execution/descriptor.hpp"

namespace craggy::cli {

class LogFile {
 public:
  /// Throws InvalidArgument if the file cannot be written, or is a database.
  explicit LogFile(std::string path);

  /// The line as a whole, and its end. False if it could not be written, as on a full disk: `problem` says
  /// why. The next one may succeed again, and begins on a line of its own.
  bool append(std::string_view line);

  const std::string& problem() const { return problem_; }

 private:
  std::string path_;
  execution::Descriptor file_;
  bool is_cut_ = false;  // inside a line
  std::string problem_;
};

}  // namespace craggy::cli
