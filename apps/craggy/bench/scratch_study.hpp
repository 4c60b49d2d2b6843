// The study of a benchmark, in a store that may have others.
#pragma once

#include <string>

#include <craggy/study/study.hpp>

namespace craggy::cli {

/// Made under a name of its own, and deleted at the end, whatever happens.
class ScratchStudy {
 public:
  ScratchStudy(std::string url, StudyOptions options);
  ~ScratchStudy();
  ScratchStudy(const ScratchStudy&) = delete;
  ScratchStudy& operator=(const ScratchStudy&) = delete;

  Study open() const;

 private:
  std::string url_;
  std::string name_;
};

}  // namespace craggy::cli
