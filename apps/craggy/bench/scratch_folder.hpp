// Where a benchmark that needs a disk works, and what that disk is like.
#pragma once

#include <string>

namespace craggy::cli {

/// A folder for temporary files that is gone at the end. Throws Error if there can be none.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// How long the disk takes to write a page and say so, the median: the yardstick of a commit.
double sync_seconds(const ScratchFolder& folder);

}  // namespace craggy::cli
