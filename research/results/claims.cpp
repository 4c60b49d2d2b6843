#include "results/claims.hpp"

namespace craggy::results {

std::string_view holds_name(Holds holds) {
  switch (holds) {
    case Holds::yes:
      return "yes";
    case Holds::no:
      return "no";
    case Holds::unknown:
      return "unknown";
  }
  return "";
}

Grid claims_grid(const std::vector<Claim>& claims) {
  Grid grid;
  grid.columns = {{"Claim"}, {"Here"}, {"Evidence"}};
  for (const Claim& claim : claims)
    grid.rows.push_back({{{claim.statement},
                          {std::string(holds_name(claim.holds)), claim.holds == Holds::no},
                          {claim.evidence}},
                         false});
  return grid;
}

Grid claims_data(const std::vector<Claim>& claims) {
  Grid grid;
  grid.columns = {{"name"}, {"statement"}, {"holds"}, {"evidence"}};
  for (const Claim& claim : claims) {
    const std::string holds = claim.holds == Holds::unknown ? ""
                              : claim.holds == Holds::yes   ? "true"
                                                            : "false";
    grid.rows.push_back({{{claim.name}, {claim.statement}, {holds}, {claim.evidence}}, false});
  }
  return grid;
}

}  // namespace craggy::results
