#include "problems/catalogue.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "base/check.hpp"
#include "problems/generated.hpp"
#include "problems/others.hpp"
#include "testbeds/catalogue.hpp"
#ifndef CRAGGY_FORMULAS_ONLY
#include "testbeds/bbob.hpp"
#include "testbeds/hpo_table.hpp"
#include "testbeds/neural_network.hpp"
#include "testbeds/robot_pushing.hpp"
#endif

namespace craggy::testbeds {

using problems::Problem;

const std::vector<Problem>& all_problems() {
  static const std::vector<Problem> all = [] {
    std::vector<Problem> list = problems::catalogue();
#ifndef CRAGGY_FORMULAS_ONLY
    list.push_back(nn_boston_problem());
    list.push_back(nn_climate_problem());
    list.push_back(robot_pushing_problem());
#endif
    return list;
  }();
  return all;
}

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const std::vector<Problem>* list : {&all_problems(), &problems::other_problems()})
    for (const Problem& problem : *list) names.push_back(problem.name);
  return names;
}

namespace {

// Made when it is first asked for, since that takes a fraction of a second.
template <typename Make>
const Problem& made_once(const std::string& name, const Make& make) {
  static std::mutex mutex;
  static std::map<std::string, Problem> made;
  const std::scoped_lock lock(mutex);
  const auto found = made.find(name);
  if (found != made.end()) return found->second;
  return made.emplace(name, make()).first->second;
}

}  // namespace

void check_problem_name(std::string_view name) {
  if (problems::generated_seed(name)) return;
#ifndef CRAGGY_FORMULAS_ONLY
  if (parse_bbob_name(name) || std::ranges::find(hpo_names(), name) != hpo_names().end()) return;
#endif
  check_known("problem", name, problem_names());
}

const Problem& find_problem(std::string_view name) {
  check_problem_name(name);
  if (const std::optional<std::uint32_t> seed = problems::generated_seed(name))
    return made_once(std::string(name), [&] { return problems::generated_problem(*seed); });
#ifndef CRAGGY_FORMULAS_ONLY
  if (const std::optional<BbobFunction> which = parse_bbob_name(name))
    return made_once(std::string(name), [&] { return bbob_problem(*which); });
  if (std::ranges::find(hpo_names(), name) != hpo_names().end())
    return made_once(std::string(name), [&] { return hpo_problem(name); });
#endif
  for (const Problem& problem : all_problems())
    if (problem.name == name) return problem;
  return problems::find_problem(problems::other_problems(), name);
}

}  // namespace craggy::testbeds
