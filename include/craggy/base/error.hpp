// The exceptions of craggy: every one derives from Error, so that a caller can catch them in one place.
#pragma once

#include <stdexcept>
#include <string>

namespace craggy {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A caller's mistake. The message names the argument, its value and what would be right.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// The work was stopped from outside before it was done.
class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled") {}
};

/// Nothing can be evaluated, whatever the trial: it is not the evaluation that has failed, but what it needs,
/// such as room for its files.
class EvaluatorFailed : public Error {
 public:
  using Error::Error;
};

}  // namespace craggy
