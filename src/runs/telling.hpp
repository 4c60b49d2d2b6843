// Tells a study what came of a trial, and finds out what became of that.
#pragma once

#include <exception>
#include <string>

#include <craggy/runs/runner.hpp>

namespace craggy::runs {

/// What is to be said of a trial, as in RunEvent.
struct Telling {
  RunEvent::Kind kind;  // finished, failed, retried, overtaken or unstored
  Outcome outcome;      // a failure, where the study did not take the result
  std::string problem{};
  std::exception_ptr error{};  // ends the run: nothing more can be stored
};

Telling tell_outcome(Study& study, const Trial& trial, const Outcome& outcome, std::int64_t retries);

}  // namespace craggy::runs
