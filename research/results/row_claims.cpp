#include "results/row_claims.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "results/method_name.hpp"
#include "results/number_text.hpp"
#include "results/paper_view.hpp"

namespace craggy::results {
namespace {

using Methods = std::vector<std::string>;

// The cells that a claim is about, all there.
class Cells {
 public:
  void add(const std::string& method, const ScoreCell& cell) { cells_.emplace_back(method, &cell); }

  const ScoreCell& operator[](const std::string& method) const {
    return *std::find_if(cells_.begin(), cells_.end(), [&](const auto& c) {
              return c.first == method;
            })->second;
  }
  double gap(const std::string& method) const { return (*this)[method].gap.mean; }
  bool better(const std::string& a, const std::string& b) const {
    return significantly_better((*this)[a], (*this)[b]);
  }
  double p_value(const std::string& a, const std::string& b) const {
    return compare((*this)[a], (*this)[b], Measure::gap).p_value;
  }

  /// Whether the mean gap of `method` is above that of all others but `except`.
  bool has_highest_gap(const std::string& method, const std::string& except = "") const {
    return std::all_of(cells_.begin(), cells_.end(), [&](const auto& c) {
      return c.first == method || c.first == except || gap(method) > c.second->gap.mean;
    });
  }

  /// "GP 0.741, LGP 0.896".
  std::string gaps_text() const {
    std::vector<std::string> texts;
    texts.reserve(cells_.size());
    for (const auto& [method, cell] : cells_)
      texts.push_back(fmt::format("{} {}", method_title(method), three_decimals(cell->gap.mean)));
    return fmt::format("mean gaps: {}", fmt::join(texts, ", "));
  }

  template <class Condition>
  bool all_others(const std::string& method, const Condition& condition) const {
    return std::all_of(cells_.begin(), cells_.end(),
                       [&](const auto& c) { return c.first == method || condition(c.first); });
  }

 private:
  std::vector<std::pair<std::string, const ScoreCell*>> cells_;
};

struct Judgement {
  bool holds;
  std::string evidence;
};

struct RowClaim {
  std::string name;
  std::string statement;
  Place place;
  Methods methods;
  std::function<Judgement(const Cells&)> judge;
};

const Methods four = {"noiseless", "homoscedastic", "heteroscedastic", "latent"};
const Methods five = {"noiseless", "warped", "homoscedastic", "heteroscedastic", "latent"};

Claim judged(const RowClaim& claim, const ScoreTable& table) {
  const Row* row = table.find_row(claim.place.problem, claim.place.evaluations);
  Cells cells;
  std::vector<std::string> missing;
  for (const std::string& method : claim.methods) {
    const ScoreCell* cell = table.find_cell(row, method);
    if (cell != nullptr)
      cells.add(method, *cell);
    else
      missing.push_back(method);
  }
  if (!missing.empty())
    return {claim.name, claim.statement, Holds::unknown,
            fmt::format("no records of {} on {}", fmt::join(missing, ", "), place_text(claim.place))};
  Judgement judgement = claim.judge(cells);
  return {claim.name, claim.statement, judgement.holds ? Holds::yes : Holds::no,
          std::move(judgement.evidence)};
}

// "p = 0.031", "p < 0.001".
std::string p_phrase(double p_value) {
  return p_value < 0.001 ? "p < 0.001" : "p = " + three_decimals(p_value);
}

// On the rows where the paper's LGP is not among the best.
RowClaim second_place(const std::string& problem, const std::string& title) {
  return {"second-on-" + problem,
          fmt::format("On {} the homoscedastic GP is best, the LGP significantly worse and second in mean",
                      title),
          {problem, 100},
          four,
          [](const Cells& cells) {
            return Judgement{cells.has_highest_gap("homoscedastic") &&
                                 cells.better("homoscedastic", "latent") &&
                                 cells.has_highest_gap("latent", /*except=*/"homoscedastic"),
                             fmt::format("{}; homoscedastic against LGP {}", cells.gaps_text(),
                                         p_phrase(cells.p_value("homoscedastic", "latent")))};
          }};
}

// Where the LGP alone is bold.
RowClaim alone_best(const std::string& problem, const std::string& title, std::size_t evaluations,
                    const Methods& methods) {
  return {fmt::format("alone-best-on-{}-{}", problem, evaluations),
          fmt::format("On {} after {} evaluations the LGP is significantly better than every other surrogate",
                      title, evaluations),
          {problem, evaluations},
          methods,
          [](const Cells& cells) {
            double largest = 0.0;
            const bool holds = cells.all_others("latent", [&](const std::string& other) {
              largest = std::max(largest, cells.p_value("latent", other));
              return cells.better("latent", other);
            });
            return Judgement{holds,
                             fmt::format("{}{}", cells.gaps_text(),
                                         holds ? "; largest p-value " + p_text(largest) : std::string())};
          }};
}

RowClaim highest_on_shubert(std::size_t evaluations, const Methods& methods) {
  return {fmt::format("highest-on-shubert01-{}", evaluations),
          fmt::format("On Shubert after {} evaluations the LGP has the highest mean gap", evaluations),
          {"shubert01", evaluations},
          methods,
          [](const Cells& cells) {
            return Judgement{cells.has_highest_gap("latent"), cells.gaps_text()};
          }};
}

RowClaim noise_helps_on_ackley() {
  return {"noise-helps-on-ackley6",
          "On Ackley in 6-D the homoscedastic GP and the LGP are significantly better than the GP",
          {"ackley6", 100},
          four,
          [](const Cells& cells) {
            return Judgement{
                cells.better("homoscedastic", "noiseless") && cells.better("latent", "noiseless"),
                fmt::format("{}; against the GP: homoscedastic {}, LGP {}", cells.gaps_text(),
                            p_phrase(cells.p_value("homoscedastic", "noiseless")),
                            p_phrase(cells.p_value("latent", "noiseless")))};
          }};
}

std::vector<RowClaim> oscillation_claims() {
  return {second_place("weierstrass", "Weierstrass"),
          second_place("deflected_corrugated_spring", "Deflected Corrugated Spring"),
          noise_helps_on_ackley(),
          highest_on_shubert(50, five),
          highest_on_shubert(100, four),
          alone_best("holder_table", "Holder Table", 50, five),
          alone_best("corrupted_holder_table", "Corrupted Holder Table", 50, five),
          alone_best("corrupted_holder_table", "Corrupted Holder Table", 100, four)};
}

std::vector<RowClaim> robot_claims() {
  const Place robot = {"robot_pushing", 100};
  return {{"highest-on-robot-pushing", "On Robot Pushing the LGP has the highest mean gap", robot, four,
           [](const Cells& cells) {
             return Judgement{cells.has_highest_gap("latent"), cells.gaps_text()};
           }},
          {"reliable-on-robot-pushing", "On Robot Pushing the regret of the LGP varies least", robot, four,
           [](const Cells& cells) {
             std::vector<std::string> texts;
             for (const std::string& method : four)
               texts.push_back(
                   fmt::format("{} {}", method_title(method), three_decimals(cells[method].regret.sd)));
             return Judgement{cells.all_others("latent",
                                               [&](const std::string& other) {
                                                 return cells["latent"].regret.sd < cells[other].regret.sd;
                                               }),
                              fmt::format("standard deviations of the regret: {}", fmt::join(texts, ", "))};
           }},
          {"homoscedastic-worst-on-robot-pushing", "On Robot Pushing the homoscedastic GP is the worst",
           robot, four, [](const Cells& cells) {
             return Judgement{cells.all_others("homoscedastic",
                                               [&](const std::string& other) {
                                                 return cells.gap("homoscedastic") < cells.gap(other);
                                               }),
                              cells.gaps_text()};
           }}};
}

std::vector<RowClaim> acquisition_claims() {
  const Place place = {"corrupted_exponential", 100};
  const Methods lcb = {"noiseless:lcb", "homoscedastic:lcb", "heteroscedastic:lcb", "latent:lcb"};
  Methods both = four;
  both.insert(both.end(), lcb.begin(), lcb.end());
  return {
      {"noise-helps-on-corrupted-exponential",
       "On Corrupted Exponential with EI the GP and the heteroscedastic GP are worse than the homoscedastic "
       "GP and the LGP",
       place, four,
       [](const Cells& cells) {
         const auto lowest = std::min(cells.gap("homoscedastic"), cells.gap("latent"));
         return Judgement{cells.gap("noiseless") < lowest && cells.gap("heteroscedastic") < lowest,
                          cells.gaps_text()};
       }},
      {"ei-tie-on-corrupted-exponential",
       "There, the homoscedastic GP has the highest mean gap and the LGP is not significantly different",
       place, four,
       [](const Cells& cells) {
         const double p = cells.p_value("homoscedastic", "latent");
         return Judgement{cells.has_highest_gap("homoscedastic") && p >= significance,
                          fmt::format("{}; {}", cells.gaps_text(), p_phrase(p))};
       }},
      {"lcb-moves-homoscedastic-and-latent",
       "With LCB instead of EI the homoscedastic GP falls and the LGP rises", place, both,
       [](const Cells& cells) {
         return Judgement{cells.gap("homoscedastic:lcb") < cells.gap("homoscedastic") &&
                              cells.gap("latent:lcb") > cells.gap("latent"),
                          cells.gaps_text()};
       }},
      {"lcb-latent-better", "With LCB the LGP is significantly better than the homoscedastic GP", place, lcb,
       [](const Cells& cells) {
         return Judgement{cells.better("latent:lcb", "homoscedastic:lcb"),
                          fmt::format("{}; {}", cells.gaps_text(),
                                      p_phrase(cells.p_value("latent:lcb", "homoscedastic:lcb")))};
       }},
      {"lcb-gp-worst", "With LCB the GP and the heteroscedastic GP rise, and the GP remains the worst", place,
       both, [](const Cells& cells) {
         const double gp = cells.gap("noiseless:lcb");
         return Judgement{gp > cells.gap("noiseless") &&
                              cells.gap("heteroscedastic:lcb") > cells.gap("heteroscedastic") &&
                              gp < cells.gap("homoscedastic:lcb") && gp < cells.gap("heteroscedastic:lcb") &&
                              gp < cells.gap("latent:lcb"),
                          cells.gaps_text()};
       }}};
}

std::vector<RowClaim> all_row_claims() {
  std::vector<RowClaim> claims = oscillation_claims();
  for (const auto& more : {robot_claims(), acquisition_claims()})
    claims.insert(claims.end(), more.begin(), more.end());
  return claims;
}

}  // namespace

std::vector<std::string> row_claim_methods() {
  Methods methods;
  for (const RowClaim& claim : all_row_claims())
    for (const std::string& method : claim.methods)
      if (std::find(methods.begin(), methods.end(), method) == methods.end()) methods.push_back(method);
  return methods;
}

std::vector<Claim> row_claims(const ScoreTable& table) {
  std::vector<Claim> claims;
  for (const RowClaim& claim : all_row_claims()) claims.push_back(judged(claim, table));
  return claims;
}

}  // namespace craggy::results
