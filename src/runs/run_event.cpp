#include <craggy/runs/runner.hpp>

namespace craggy {

std::string_view name_of(RunEvent::Kind kind) {
  using Kind = RunEvent::Kind;
  switch (kind) {
    case Kind::started:
      return "started";
    case Kind::finished:
      return "finished";
    case Kind::failed:
      return "failed";
    case Kind::retried:
      return "retried";
    case Kind::overtaken:
      return "overtaken";
    case Kind::unstored:
      return "unstored";
    case Kind::released:
      return "released";
    case Kind::improved:
      return "improved";
    case Kind::tick:
      return "tick";
    case Kind::stopped:
      return "stopped";
  }
  return {};
}

}  // namespace craggy
