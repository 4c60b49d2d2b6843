// Which failures have one and the same reason, as all those of a command that does not work at all.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <craggy/base/result.hpp>

namespace craggy::runs {

/// Numbers apart, which may well be those of the parameters, in "--lr 0.1 is no option"; but exit status 1 is
/// not exit status 2.
class AlikeFailures {
 public:
  void add(const Outcome& outcome);

  /// How many there are of the reason that is most frequent.
  std::size_t most() const { return most_; }

 private:
  std::map<std::string, std::size_t> counts_;
  std::size_t most_ = 0;
};

}  // namespace craggy::runs
