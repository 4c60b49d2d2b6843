#include "runs/refit.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "base/check.hpp"
#include "space/codec.hpp"

namespace craggy::runs {
namespace {

std::string trials_text(std::size_t count, std::string_view plural, std::string_view singular) {
  return count == 1 ? fmt::format("1 trial {}", singular) : fmt::format("{} trials {}", count, plural);
}

// Why trials do not fit, each in the words for several and for one of them.
struct Reason {
  std::string plural;
  std::string singular;

  bool operator<(const Reason& other) const { return plural < other.plural; }
};

struct Misfit {
  Reason reason;
};

bool has_bounds(const Domain& domain) {
  return std::holds_alternative<Float>(domain) || std::holds_alternative<Int>(domain) ||
         std::holds_alternative<Step>(domain);
}

bool is_outside(const Domain& domain, double value) {
  if (const auto* real = std::get_if<Float>(&domain)) return value < real->low || value > real->high;
  if (const auto* step = std::get_if<Step>(&domain)) return value < step->low || value > step->high;
  const auto& whole = std::get<Int>(domain);
  return value < static_cast<double>(whole.low) || value > static_cast<double>(whole.high);
}

class Refitter {
 public:
  Refitter(const Space& there, const Space& here, const RefitOptions& options)
      : there_(there), here_(here), options_(options), unused_(here.size()) {
    for (const auto& [name, text] : options.fill) {
      const std::size_t i = here.index_of(name);
      fill_[i] = parse_value(here[i], text);
      unused_[i] = true;
    }
    for (const auto& [name, text] : options.dropped)
      if (text) parse_value(there[there.index_of(name)], *text);
    for (const Parameter& parameter : here.parameters()) {
      const auto& all = there.parameters();
      const auto same = std::find_if(all.begin(), all.end(),
                                     [&](const Parameter& each) { return each.name == parameter.name; });
      from_.push_back(same == all.end() ? std::nullopt : std::optional<std::size_t>(same - all.begin()));
    }
  }

  /// Throws Misfit.
  std::vector<double> values(const TrialRecord& trial) {
    check_dropped(trial);
    std::vector<double> values(here_.size());
    std::map<std::size_t, Reason> misfits;
    std::set<std::size_t> missing;
    for (std::size_t i = 0; i < here_.size(); ++i) {
      values[i] = here_.codec(i).first();
      if (from_[i] && there_.is_active(*from_[i], trial.values)) {
        take_over(i, trial.values[*from_[i]], values, misfits);
      } else if (const auto fill = fill_.find(i); fill != fill_.end()) {
        values[i] = fill->second;
      } else {
        missing.insert(i);
      }
    }
    // What is inactive here needs no value, whatever it had there.
    for (std::size_t i = 0; i < here_.size(); ++i) {
      if (!here_.is_active(i, values)) continue;
      if (const auto misfit = misfits.find(i); misfit != misfits.end()) throw Misfit{misfit->second};
      if (missing.contains(i)) ++num_missing_[i];
      if (!from_[i] || !there_.is_active(*from_[i], trial.values)) unused_[i] = false;
    }
    return here_.canonical(values);
  }

  /// Throws InvalidArgument for what trials have no value of, or need none of.
  void check() const {
    for (const auto& [i, count] : num_missing_)
      throw InvalidArgument(fmt::format("{} no value of '{}'; say which they had, as in --fill {}={}",
                                        trials_text(count, "have", "has"), here_[i].name, here_[i].name,
                                        value_text(here_[i], here_.codec(i).first())));
    for (std::size_t i = 0; i < unused_.size(); ++i)
      if (unused_[i])
        fail_argument("--fill", fmt::format("given for '{}'", here_[i].name),
                      "no trial that is taken over needs one");
  }

 private:
  void check_dropped(const TrialRecord& trial) const {
    for (const auto& [name, text] : options_.dropped) {
      const std::size_t i = there_.index_of(name);
      if (!text || !there_.is_active(i, trial.values)) continue;
      if (trial.values[i] == parse_value(there_[i], *text)) continue;
      throw Misfit{{fmt::format("had another {} than {}", name, *text),
                    fmt::format("had another {} than {}", name, *text)}};
    }
  }

  void take_over(std::size_t i, double code, std::vector<double>& values,
                 std::map<std::size_t, Reason>& misfits) const {
    const Parameter& before = there_[*from_[i]];
    const Parameter& now = here_[i];
    const std::string shown = to_text(Parameter{now.name, now.domain});
    try {
      values[i] = parse_value(now, value_text(before, code));
    } catch (const InvalidArgument&) {
      if (has_bounds(before.domain) && has_bounds(now.domain) && is_outside(now.domain, code))
        misfits[i] = {fmt::format("lie outside of the bounds of {}", shown),
                      fmt::format("lies outside of the bounds of {}", shown)};
      else
        misfits[i] = {fmt::format("have a value of {} that is none of {}", now.name, shown),
                      fmt::format("has a value of {} that is none of {}", now.name, shown)};
    }
  }

  const Space& there_;
  const Space& here_;
  const RefitOptions& options_;
  std::vector<std::optional<std::size_t>> from_;  // the position there of each parameter here
  std::map<std::size_t, double> fill_;
  std::vector<bool> unused_;  // values to fill in that nobody has needed yet
  std::map<std::size_t, std::size_t> num_missing_;
};

}  // namespace

Refitted refit(const std::vector<TrialRecord>& trials, const Space& there, const Space& here,
               bool takes_noise, const RefitOptions& options) {
  Refitter refitter(there, here, options);
  Refitted refitted;
  std::map<Reason, std::size_t> reasons;
  for (const TrialRecord& trial : trials) {
    try {
      if (trial.state == TrialState::running) throw Misfit{{"are still running", "is still running"}};
      Evaluation evaluation{.values = refitter.values(trial), .created = trial.created, .ended = trial.ended};
      if (trial.objective)
        evaluation.result = {*trial.objective, trial.constraints, takes_noise ? trial.noise : std::nullopt};
      if (trial.noise && !takes_noise) ++refitted.num_without_noise;
      if (trial.state == TrialState::failed) evaluation.failure = trial.message;
      refitted.evaluations.push_back(std::move(evaluation));
    } catch (const Misfit& misfit) {
      ++reasons[misfit.reason];
      ++refitted.num_left_out;
    }
  }
  refitter.check();
  for (const auto& [reason, count] : reasons)
    refitted.left_out.push_back(trials_text(count, reason.plural, reason.singular));
  return refitted;
}

}  // namespace craggy::runs
