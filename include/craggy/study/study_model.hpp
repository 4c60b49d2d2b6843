// What a study's surrogate believes of the objective, in the objective's own units and direction: for
// reports, plots and questions. What it is made of are plain records; it holds no lease and writes nothing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/inference/fit.hpp>
#include <craggy/linalg/types.hpp>
#include <craggy/study/options.hpp>
#include <craggy/study/trial.hpp>

namespace craggy {

class Study;
class StudyView;

/// One of the models that a study's suggestions take in turn.
struct ModelInfo {
  std::string name;     // "noisy", "trend", "latent", "smooth" of the shipped default; else the surrogate's
  std::string summary;  // a sentence
};

struct StudyModelOptions {
  std::string model{};          // one of StudyModel::models(); left open: the one whose turn is next
  std::size_t num_threads = 0;  // 0: as many as the machine has
  EngineWarmState warm{};       // what an earlier fit left: then this one is shorter
};

/// The score from which on an observation stands out as ignored.
inline constexpr double least_score_that_stands_out = 3.0;

/// The probabilities of quantiles where nothing else is asked for.
inline constexpr std::array<double, 5> usual_probabilities = {0.025, 0.25, 0.5, 0.75, 0.975};

/// Immutable; may be used by several threads.
class StudyModel {
 public:
  /// Of the objective at several points. The shipped default sees objectives that are far worse than the rest
  /// on a logarithmic scale. Quantiles are exact all the same. Mean and sd are then taken on that scale and
  /// brought back: the value that stands for the mean, and half the distance of those that stand for a
  /// standard deviation above and below it. (The tails beyond all that was observed would rule the mean
  /// proper.) Nothing is infinite: what is beyond the range of a double is its largest number.
  struct Forecast {
    Vector mean;
    Vector sd;
    Matrix quantiles;  // probabilities × points, rising
  };

  /// A forecast along one parameter.
  struct Slice {
    std::string parameter;
    // The condition that the point does not meet, such as "opt == sgd", without which the parameter is
    // inactive. All that follows is empty then.
    std::string inactive{};
    std::vector<double> codes{};  // of the parameter, rising
    std::vector<std::vector<double>> points{};
    Forecast forecast{};
  };

  /// A forecast over two parameters. Point i·columns.size() + j has rows[i] and columns[j].
  struct Grid {
    std::array<std::string, 2> parameters;
    std::string inactive{};  // as above, where no point has both parameters
    std::vector<double> rows{};
    std::vector<double> columns{};
    std::vector<std::vector<double>> points{};
    std::vector<bool> active{};  // whether the point has both parameters
    Forecast forecast{};         // NaN where not
  };

  /// What the next suggestion would be chosen by.
  struct Worth {
    Vector acquisition;  // as Suggestion::acquisition: for "ei" a logarithm, on the scale the model sees
    Vector feasible;     // probability that all constraints are met
    Vector success;      // probability that an evaluation gives a value
  };

  struct Interval {
    double middle = 0.0;  // median, or mean where that is said
    double lower = 0.0;   // quantiles of 2.5 % …
    double upper = 0.0;   // … and 97.5 %
  };

  /// What a model takes for detail, or noise, of one observation.
  struct IgnoredDetail {
    TrialNumber trial = 0;
    double observed = 0.0;
    double believed = 0.0;  // mean of the function that the model predicts there, without noise and at h* = 0
    double sd = 0.0;        // of that
    double ignored = 0.0;   // observed − believed: what its latent, or noise, is there to explain
    // How unusual that is: |ignored| in units of √(sd² + s² + (r/1000)²), where s is the usual size of what
    // is ignored, 1.4826 times the median of |ignored| over all observations, and r the range of the middle
    // half of what was observed. On the scale that the model sees.
    double score = 0.0;
    bool stands_out = false;           // score ≥ 3: the model takes it for a jag, not for the trend
    std::optional<Interval> latent{};  // median of |h_n| in the unit cube, of a model with latents
  };

  /// One observation as the others predict it, with its noise.
  struct LeftOut {
    TrialNumber trial = 0;
    double observed = 0.0;
    double mean = 0.0;
    double sd = 0.0;
    std::vector<double> quantiles{};
    double probability = 0.0;  // of a value up to the observed one; uniform on average if the model is right
    double log_density = 0.0;  // of the observed value
    // How many draws of equal weight would be as good as those at hand. Of few the rest says little.
    double effective_draws = 0.0;
  };

  /// How much of the variance of the believed function a parameter accounts for (Sobol indices), alone and
  /// together with others, on the scale that the model sees. Middles are means over draws. Estimates: where
  /// there is nothing, one may come out a little below 0.
  struct Importance {
    std::string parameter;
    Interval alone{};
    Interval total{};
  };

  /// The models that take turns; none for a study of random points.
  static std::vector<ModelInfo> models(const SuggestOptions& options);

  /// Fits as `ask` would for the trial after the last one. Throws InvalidArgument for an unknown model, a
  /// study of random points, or one without a finished trial; Cancelled if stopped. The same arguments give
  /// the same bits for any number of threads.
  static StudyModel fit(const StudyOptions& study, const std::vector<TrialRecord>& trials,
                        const StudyModelOptions& options = {}, const std::stop_token& stop = {});
  static StudyModel fit(const Study& study, const StudyModelOptions& options = {},
                        const std::stop_token& stop = {});
  static StudyModel fit(const StudyView& study, const StudyModelOptions& options = {},
                        const std::stop_token& stop = {});

  StudyModel(StudyModel&&) noexcept;
  StudyModel& operator=(StudyModel&&) noexcept;
  StudyModel(const StudyModel&) = delete;
  StudyModel& operator=(const StudyModel&) = delete;
  ~StudyModel();

  const std::string& name() const;
  const std::string& summary() const;
  const std::string& surrogate() const;        // as Suggestion::surrogate
  const std::vector<double>& sigma_h() const;  // in the unit cube; empty without a latent input
  const FitDiagnostics& diagnostics() const;
  const EngineWarmState& warm() const;  // for StudyModelOptions of the next fit, or for one with more trials
  const Space& space() const;
  Direction direction() const;
  const std::vector<TrialNumber>& trials() const;  // that it has learned from
  /// Where these are not all that have finished (SuggestOptions::max_exact).
  const std::optional<ActiveData>& active() const;
  /// Whether some objective was so much worse than the rest that the model sees it on a logarithmic scale.
  bool is_log_transformed() const;

  // What follows takes a while where there are many trials, and throws Cancelled if stopped.

  /// Points are codes, as in TrialRecord::values. Of the function itself, without noise.
  Forecast predict(const std::vector<std::vector<double>>& points,
                   std::span<const double> probabilities = usual_probabilities,
                   const std::stop_token& stop = {}) const;

  /// Along one parameter, the others as in `at`: evenly from low to high on the scale of the search; all
  /// choices of a category; all whole numbers or steps where there are no more than `num_values`. A parameter
  /// that is inactive in `at` and becomes active on the way stands in the middle of its range.
  Slice slice(std::string_view parameter, const std::vector<double>& at, std::size_t num_values = 101,
              std::span<const double> probabilities = usual_probabilities,
              const std::stop_token& stop = {}) const;
  Grid grid(std::string_view row_parameter, std::string_view column_parameter, const std::vector<double>& at,
            std::size_t num_values = 31, std::span<const double> probabilities = usual_probabilities,
            const std::stop_token& stop = {}) const;

  Worth acquisition(const std::vector<std::vector<double>>& points, const std::stop_token& stop = {}) const;

  /// For each of trials().
  std::vector<IgnoredDetail> latent_magnitude(const std::stop_token& stop = {}) const;
  /// For each of trials(), from the inverses at hand, with draws weighed as if they had not seen it. The
  /// scale of the objectives is still that of all of them.
  std::vector<LeftOut> leave_one_out(std::span<const double> probabilities = usual_probabilities,
                                     const std::stop_token& stop = {}) const;

  /// For each parameter, over uniform points of the space (Space::pick). Costs num_points·(parameters + 2)
  /// predictions.
  std::vector<Importance> importance(std::size_t num_points = 512, const std::stop_token& stop = {}) const;

 private:
  struct State;
  explicit StudyModel(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace craggy
