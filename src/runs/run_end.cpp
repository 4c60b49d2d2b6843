#include <craggy/runs/runner.hpp>

namespace craggy {
namespace {

struct Words {
  std::string_view name;
  std::string_view sentence;
};

Words words_of(RunEnd end) {
  switch (end) {
    case RunEnd::done:
      return {"done", "all trials are done"};
    case RunEnd::interrupted:
      return {"interrupted", "interrupted"};
    case RunEnd::too_many_failures:
      return {"too_many_failures", "too many trials failed"};
    case RunEnd::out_of_time:
      return {"out_of_time", "the time is over"};
    case RunEnd::exhausted:
      return {"exhausted", "there is no further point in the space"};
    case RunEnd::target_reached:
      return {"target_reached", "the target is reached"};
    case RunEnd::no_improvement:
      return {"no_improvement", "the best value does not improve any more"};
    case RunEnd::converged:
      return {"converged", "little improvement is expected any more"};
    case RunEnd::failing_alike:
      return {"failing_alike", "all trials fail for the same reason"};
  }
  return {};
}

}  // namespace

std::string_view name_of(RunEnd end) { return words_of(end).name; }
std::string_view sentence_of(RunEnd end) { return words_of(end).sentence; }

}  // namespace craggy
