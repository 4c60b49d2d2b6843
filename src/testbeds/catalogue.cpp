#include <craggy/problems/catalogue.hpp>
#include <craggy/testbeds/catalogue.hpp>
#include <craggy/testbeds/neural_network.hpp>
#include <craggy/testbeds/robot_pushing.hpp>

namespace craggy::testbeds {

using problems::Problem;

const std::vector<Problem>& all_problems() {
  static const std::vector<Problem> all = [] {
    std::vector<Problem> list = problems::catalogue();
    list.push_back(nn_boston_problem());
    list.push_back(nn_climate_problem());
    list.push_back(robot_pushing_problem());
    return list;
  }();
  return all;
}

const Problem& find_problem(std::string_view name) { return problems::find_problem(all_problems(), name); }

}  // namespace craggy::testbeds
