#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "results/claims.hpp"
#include "results/paper_tables.hpp"
#include "results/paper_view.hpp"
#include "results/row_claims.hpp"

namespace craggy::results {
namespace {

std::string tally_text(const Tally& tally, std::size_t num_places) {
  std::string text = fmt::format("better on {} of {}: {}; worse on {}: {}", tally.better.size(), num_places,
                                 problems_text(tally.better), tally.worse.size(), problems_text(tally.worse));
  if (!tally.missing.empty()) text += fmt::format("; no records on {}", problems_text(tally.missing));
  return text;
}

// A count that is known up to the places without records.
Holds at_least(std::size_t count, std::size_t missing, std::size_t wanted) {
  if (count >= wanted) return Holds::yes;
  return count + missing < wanted ? Holds::no : Holds::unknown;
}

Holds at_most(std::size_t count, std::size_t missing, std::size_t allowed) {
  if (count > allowed) return Holds::no;
  return count + missing <= allowed ? Holds::yes : Holds::unknown;
}

class TableClaims {
 public:
  explicit TableClaims(const RecordSet& records)
      : table_(available_table(records, {paper_methods.begin(), paper_methods.end()})),
        places_(paper_places(100)),
        latent_(tally(table_, "latent", "noiseless", places_)),
        heteroscedastic_(tally(table_, "heteroscedastic", "noiseless", places_)),
        homoscedastic_(tally(table_, "homoscedastic", "noiseless", places_)) {}

  std::vector<Claim> all() const {
    return {latent_on_eight(),     heteroscedastic_on_two(), latent_on_more(),  rarely_beaten(),
            homoscedastic_hurts(), others_never_hurt(),      warped_struggles()};
  }

 private:
  Claim latent_on_eight() const {
    return {"latent-better-on-eight",
            "The LGP is significantly better than the GP on eight of the 18 rows after 100 evaluations",
            at_least(latent_.better.size(), latent_.missing.size(), 8), tally_text(latent_, places_.size())};
  }

  Claim heteroscedastic_on_two() const {
    return {"heteroscedastic-better-on-two",
            "The heteroscedastic GP is significantly better than the GP on two of them",
            at_least(heteroscedastic_.better.size(), heteroscedastic_.missing.size(), 2),
            tally_text(heteroscedastic_, places_.size())};
  }

  Claim latent_on_more() const {
    const bool is_complete = latent_.missing.empty() && heteroscedastic_.missing.empty();
    const bool is_more = latent_.better.size() > heteroscedastic_.better.size();
    return {"latent-better-on-more",
            "The LGP is better than the GP on more rows than the heteroscedastic GP is",
            !is_complete ? Holds::unknown
            : is_more    ? Holds::yes
                         : Holds::no,
            fmt::format("{} rows against {}", latent_.better.size(), heteroscedastic_.better.size())};
  }

  Claim rarely_beaten() const {
    std::vector<Place> beaten;
    std::vector<Place> missing;
    for (const Place& place : places_) {
      const Row* row = table_.find_row(place.problem, place.evaluations);
      const ScoreCell* latent = table_.find_cell(row, "latent");
      const bool is_complete =
          std::all_of(paper_methods.begin(), paper_methods.end(), [&](std::string_view method) {
            return method == "warped" || table_.find_cell(row, method) != nullptr;
          });
      if (!is_complete)
        missing.push_back(place);
      else if (!latent->best)
        beaten.push_back(place);
    }
    std::string evidence = fmt::format("not so on {}: {}", beaten.size(), problems_text(beaten));
    if (!missing.empty()) evidence += fmt::format("; records missing on {}", problems_text(missing));
    return {"latent-rarely-beaten",
            "The LGP is best, or not significantly different from the best, on all but two of the 18 rows",
            at_most(beaten.size(), missing.size(), 2), std::move(evidence)};
  }

  Claim homoscedastic_hurts() const {
    return {"homoscedastic-hurts", "The homoscedastic GP is sometimes significantly worse than the GP",
            at_least(homoscedastic_.worse.size(), homoscedastic_.missing.size(), 1),
            tally_text(homoscedastic_, places_.size())};
  }

  Claim others_never_hurt() const {
    return {"latent-and-heteroscedastic-never-hurt", "The LGP and the heteroscedastic GP never are",
            at_most(latent_.worse.size() + heteroscedastic_.worse.size(),
                    latent_.missing.size() + heteroscedastic_.missing.size(), 0),
            fmt::format("LGP worse on {}; heteroscedastic GP worse on {}", problems_text(latent_.worse),
                        problems_text(heteroscedastic_.worse))};
  }

  Claim warped_struggles() const {
    std::vector<Place> good;
    std::vector<Place> missing;
    for (const PaperRow& row : paper_rows()) {
      if (row.evaluations != 50 || row.properties == "boring") continue;
      const Row* ours = table_.find_row(row.problem, row.evaluations);
      const ScoreCell* warped = table_.find_cell(ours, "warped");
      if (warped == nullptr || table_.find_cell(ours, "latent") == nullptr)
        missing.push_back({row.problem, row.evaluations});
      else if (warped->best)
        good.push_back({row.problem, row.evaluations});
    }
    std::string evidence = fmt::format("so on all but {}: {}", good.size(), problems_text(good));
    if (!missing.empty()) evidence += fmt::format("; records missing on {}", problems_text(missing));
    return {
        "warped-struggles",
        "The Warped GP is significantly worse than the best on every complicated or oscillatory row after 50 "
        "evaluations",
        at_most(good.size(), missing.size(), 0), std::move(evidence)};
  }

  ScoreTable table_;
  std::vector<Place> places_;
  Tally latent_;  // each against the GP
  Tally heteroscedastic_;
  Tally homoscedastic_;
};

}  // namespace

std::vector<Claim> paper_claims(const RecordSet& records) {
  std::vector<Claim> claims = TableClaims(records).all();
  for (Claim& claim : row_claims(available_table(records, row_claim_methods())))
    claims.push_back(std::move(claim));
  return claims;
}

}  // namespace craggy::results
