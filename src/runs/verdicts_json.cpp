#include "runs/verdicts_json.hpp"

namespace craggy::runs {

Json verdicts_json(std::span<const Verdict> verdicts) {
  Json array = Json::array();
  for (const Verdict& verdict : verdicts)
    array.push_back({{"id", name_of(verdict.id)},
                     {"severity", name_of(verdict.severity)},
                     {"sentence", verdict.sentence},
                     {"advice", verdict.advice},
                     {"evidence", verdict.evidence}});
  return array;
}

}  // namespace craggy::runs
