// What a study's model says, against a fit done by hand and against what has to hold for any.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/space/grammar.hpp>
#include <craggy/study/study.hpp>
#include <craggy/study/study_model.hpp>
#include <craggy/study/study_view.hpp>

#include "base/random.hpp"
#include "engine/compressed_objectives.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;
using Point = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();

SuggestOptions quick(const std::string& surrogate = "craggy") {
  SuggestOptions options;
  options.surrogate = surrogate;
  options.inference.num_chains = 4;
  options.inference.num_warmup = 60;
  options.inference.num_draws = 64;
  return options;
}

Space space_of(const std::vector<std::string>& texts) {
  std::vector<Parameter> parameters;
  for (const std::string& text : texts) parameters.push_back(parse_parameter(text));
  return Space(parameters);
}

// Four kinds, and one parameter on condition of another.
const Space mixed = space_of({"lr=log(1e-4,1)", "layers=int(1,5)", "opt=categorical(sgd,adam,rmsprop)",
                              "bias=bool", "momentum=float(0,1) if opt == sgd"});
const Space square = space_of({"x=float(0,1)", "y=float(0,1)"});

std::vector<Point> points_of(const Space& space, std::size_t count, std::uint64_t seed = 1) {
  RandomStream stream(seed);
  std::vector<Point> points(count, Point(space.size()));
  for (Point& point : points) {
    for (double& share : point) share = stream.uniform();
    point = space.pick(point);
  }
  return points;
}

// Larger is better; some evaluations blow up.
double reward(const Point& at) {
  const double value = -std::pow(std::log10(at[0]) + 2.0, 2) - 0.3 * std::abs(at[1] - 3.0) +
                       (at[2] == 1.0 ? 0.8 : 0.0) + at[4];
  return at[0] > 0.3 ? -1e9 * at[0] : value;
}
double bowl(const Point& at) { return 3.0 + 2.0 * std::pow(at[0] - 0.3, 2) + std::pow(at[1] - 0.6, 2); }

std::vector<TrialRecord> trials_of(const std::vector<Point>& points, const auto& value) {
  std::vector<TrialRecord> trials;
  for (const Point& point : points)
    trials.push_back({.number = static_cast<TrialNumber>(trials.size()),
                      .values = point,
                      .state = TrialState::finished,
                      .objective = value(point)});
  return trials;
}

StudyOptions study_of(const Space& space, const SuggestOptions& options,
                      Direction direction = Direction::minimise) {
  return {.name = "tune", .space = space, .direction = direction, .suggest = options, .seed = 5};
}

StudyModelOptions called(const std::string& name) { return {.model = name, .num_threads = 1}; }

void expect_finite(const StudyModel::Forecast& forecast) {
  EXPECT_TRUE(forecast.mean.allFinite());
  EXPECT_TRUE(forecast.sd.allFinite());
  EXPECT_TRUE(forecast.quantiles.allFinite());
  for (Index p = 1; p < forecast.quantiles.rows(); ++p)
    EXPECT_TRUE((forecast.quantiles.row(p).array() >= forecast.quantiles.row(p - 1).array()).all());
}

void expect_all_there(const StudyModel& model, const std::vector<Point>& points) {
  expect_finite(model.predict(points));
  const StudyModel::Worth worth = model.acquisition(points);
  EXPECT_FALSE(worth.acquisition.hasNaN());
  for (const Vector& probability : {worth.feasible, worth.success})
    EXPECT_TRUE((probability.array() >= 0.0 && probability.array() <= 1.0).all());
  EXPECT_EQ(model.latent_magnitude().size(), model.trials().size());
  for (const StudyModel::IgnoredDetail& detail : model.latent_magnitude()) {
    EXPECT_TRUE(std::isfinite(detail.believed) && detail.sd >= 0.0);
    EXPECT_EQ(detail.ignored, detail.observed - detail.believed);
  }
  for (const StudyModel::LeftOut& left_out : model.leave_one_out()) {
    EXPECT_TRUE(std::isfinite(left_out.mean) && std::isfinite(left_out.sd));
    EXPECT_TRUE(std::is_sorted(left_out.quantiles.begin(), left_out.quantiles.end()));
    EXPECT_TRUE(left_out.probability >= 0.0 && left_out.probability <= 1.0);
    EXPECT_TRUE(std::isfinite(left_out.log_density));
    EXPECT_GE(left_out.effective_draws, 1.0 - 1e-9);
  }
  for (const StudyModel::Importance& importance : model.importance(16)) {
    EXPECT_LE(importance.alone.lower, importance.alone.upper);
    EXPECT_LE(importance.total.lower, importance.total.upper);
  }
  EXPECT_GT(model.diagnostics().draws, 0);
}

// The shipped default's "smooth" put together by hand, on objectives that are warped by hand.
struct ByHand {
  Posterior posterior;
  double knee, spread;

  double inverse(double warped) const {
    const double z = (warped - knee) / spread;
    return z <= 0.0 ? warped : knee + spread * std::expm1(std::expm1(z));
  }
};

ByHand fit_by_hand(const std::vector<Point>& points, const SuggestOptions& options) {
  std::vector<double> minimised;
  for (const Point& point : points) minimised.push_back(-reward(point));
  std::vector<double> sorted;
  double median = -infinity;
  for (std::size_t count = 10; count <= minimised.size(); ++count) {
    sorted.assign(minimised.begin(), minimised.begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(sorted.begin(), sorted.end());
    median = std::max(median, sorted[(count - 1) / 2]);
  }
  const double lowest = sorted.front();
  const double spread = 3.0 * (median - lowest);
  const double knee = lowest + spread;
  Matrix X(7, std::ssize(points));  // the category is three inputs
  Vector objectives(X.cols());
  for (Index n = 0; n < X.cols(); ++n) {
    const Point& at = points[static_cast<std::size_t>(n)];
    X.col(n) << (std::log10(at[0]) + 4.0) / 4.0, (at[1] - 1.0) / 4.0, 0.0, 0.0, 0.0, at[3],
        at[2] == 0.0 ? at[4] : 0.5;
    X(2 + static_cast<Index>(at[2]), n) = std::sqrt(0.5);
    objectives[n] = minimised[static_cast<std::size_t>(n)];
  }
  const Vector by_map = compressed(objectives).values;
  for (Index n = 0; n < X.cols(); ++n) {
    const double y = objectives[n];
    const double warped = y <= knee ? y : knee + spread * std::log1p(std::log1p((y - knee) / spread));
    EXPECT_NEAR(by_map[n], warped, 1e-12 * std::abs(warped));
    const std::vector<double> unit = mixed.encode(points[static_cast<std::size_t>(n)]);
    const Eigen::Map<const Vector> encoded(unit.data(), 7);
    EXPECT_LT((X.col(n) - encoded).norm(), 1e-14);
    // Chains are chaotic: they need the same bits.
    X.col(n) = encoded;
  }
  SurrogateOptions parts;
  parts.sigma_h = {0.0};
  parts.amplitude = Amplitude::sampled;
  parts.ard = true;
  parts.main_effects = true;
  parts.related_lengthscales = true;
  parts.group_of_input = {0, 1, 2, 2, 2, 3, 4};
  parts.noise_prior = NoisePrior::broad;
  const auto data = std::make_shared<const Dataset>(make_dataset(X, by_map));
  const FitSeed seed{5, static_cast<std::uint32_t>(points.size())};
  return {fit(make_surrogate("latent", parts), data, options.inference, seed).posterior, knee, spread};
}

TEST(StudyModel, OfFourKindsMaximisedWithBlownUpValuesAgreesWithAFitByHand) {
  const std::vector<Point> points = points_of(mixed, 24);
  const StudyModel model = StudyModel::fit(study_of(mixed, quick(), Direction::maximise),
                                           trials_of(points, reward), called("smooth"));
  EXPECT_TRUE(model.is_log_transformed());
  const ByHand expected = fit_by_hand(points, quick());

  const std::vector<Point> fresh = points_of(mixed, 15, 9);
  const std::vector<double> probabilities = {0.1, 0.5, 0.9};
  const StudyModel::Forecast forecast = model.predict(fresh, probabilities);
  expect_finite(forecast);
  Matrix X(7, std::ssize(fresh));
  for (Index m = 0; m < X.cols(); ++m) {
    const std::vector<double> unit = mixed.encode(fresh[static_cast<std::size_t>(m)]);
    X.col(m) = Eigen::Map<const Vector>(unit.data(), 7);
  }
  const std::vector<double> flipped = {0.9, 0.5, 0.1};
  const Matrix warped = expected.posterior.quantiles(X, flipped);
  const Prediction plain = expected.posterior.predict(X);
  for (Index m = 0; m < X.cols(); ++m) {
    const auto back = [&](double value) { return -expected.inverse(value); };
    const auto tolerance = [](double value) { return 1e-9 * std::abs(value); };
    for (Index p = 0; p < 3; ++p)
      EXPECT_NEAR(forecast.quantiles(p, m), back(warped(p, m)), tolerance(back(warped(p, m)))) << m;
    EXPECT_NEAR(forecast.mean[m], back(plain.mean[m]), tolerance(back(plain.mean[m]))) << m;
    const double sd = 0.5 * (back(plain.mean[m] - plain.sd[m]) - back(plain.mean[m] + plain.sd[m]));
    EXPECT_NEAR(forecast.sd[m], sd, tolerance(sd)) << m;
  }
}

TEST(StudyModel, WithoutAMapIsThePlainFitToTheLastBit) {
  const std::vector<Point> points = points_of(square, 9);
  const StudyModel model =
      StudyModel::fit(study_of(square, quick("noiseless")), trials_of(points, bowl), called(""));
  EXPECT_EQ(model.name(), "noiseless");
  EXPECT_EQ(model.summary(), "The plain GP.");
  EXPECT_FALSE(model.is_log_transformed());
  Matrix X(2, 9);
  Vector y(9);
  for (Index n = 0; n < 9; ++n) {
    const Point& at = points[static_cast<std::size_t>(n)];
    X.col(n) << at[0], at[1];
    y[n] = bowl(at);
  }
  const auto data = std::make_shared<const Dataset>(make_dataset(X, y));
  const Posterior plain = fit(make_surrogate("noiseless", {}), data, quick().inference, {5, 9}).posterior;
  const Matrix at = (Matrix(2, 2) << 0.2, 0.9, 0.4, 0.1).finished();
  const StudyModel::Forecast forecast = model.predict({{0.2, 0.4}, {0.9, 0.1}});
  EXPECT_EQ(forecast.mean, plain.predict(at).mean);
  EXPECT_EQ(forecast.sd, plain.predict(at).sd);
  EXPECT_EQ(forecast.quantiles, plain.quantiles(at, usual_probabilities));
}

TEST(StudyModel, MaximisingIsMinimisingTheNegative) {
  const std::vector<Point> points = points_of(mixed, 14);
  const StudyModel up = StudyModel::fit(study_of(mixed, quick(), Direction::maximise),
                                        trials_of(points, reward), called("latent"));
  const StudyModel down =
      StudyModel::fit(study_of(mixed, quick()),
                      trials_of(points, [](const Point& at) { return -reward(at); }), called("latent"));
  const std::vector<Point> fresh = points_of(mixed, 5, 3);
  const StudyModel::Forecast a = up.predict(fresh);
  const StudyModel::Forecast b = down.predict(fresh);
  EXPECT_EQ(a.mean, -b.mean);
  EXPECT_EQ(a.sd, b.sd);
  for (Index p = 0; p < 5; ++p)
    for (Index m = 0; m < 5; ++m)
      EXPECT_NEAR(a.quantiles(p, m), -b.quantiles(4 - p, m), 1e-9 * std::abs(a.quantiles(p, m)));
  EXPECT_EQ(up.acquisition(fresh).acquisition, down.acquisition(fresh).acquisition);
  const auto left_out_up = up.leave_one_out();
  const auto left_out_down = down.leave_one_out();
  for (std::size_t n = 0; n < points.size(); ++n) {
    EXPECT_EQ(left_out_up[n].observed, reward(points[n]));
    EXPECT_EQ(left_out_up[n].mean, -left_out_down[n].mean);
    EXPECT_EQ(left_out_up[n].log_density, left_out_down[n].log_density);
    EXPECT_NEAR(left_out_up[n].probability, 1.0 - left_out_down[n].probability, 1e-12);
    EXPECT_NEAR(up.latent_magnitude()[n].ignored, -down.latent_magnitude()[n].ignored, 1e-12);
  }
}

TEST(StudyModel, TheDefaultHasFourByName) {
  const auto models = StudyModel::models(quick());
  ASSERT_EQ(models.size(), 4U);
  const std::vector<std::string> names = {"noisy", "trend", "latent", "smooth"};
  const auto trials = trials_of(points_of(square, 8), bowl);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(models[i].name, names[i]);
    const StudyModel model = StudyModel::fit(study_of(square, quick()), trials, called(names[i]));
    EXPECT_EQ(model.name(), names[i]);
    EXPECT_EQ(model.summary(), models[i].summary);
    EXPECT_EQ(model.sigma_h().empty(), i < 2);
    expect_all_there(model, points_of(square, 4));
  }
  // Eight trials: number 8 is next, and the first model's turn.
  EXPECT_EQ(StudyModel::fit(study_of(square, quick()), trials, called("")).name(), "noisy");
}

TEST(StudyModel, StartsWarmFromWhatAnotherLeft) {
  const auto trials = trials_of(points_of(square, 10), bowl);
  const std::vector<TrialRecord> before(trials.begin(), trials.end() - 1);
  StudyModelOptions options = called("latent");
  const StudyModel cold = StudyModel::fit(study_of(square, quick()), before, options);
  EXPECT_FALSE(cold.diagnostics().warm);
  options.warm = cold.warm();
  const StudyModel warm = StudyModel::fit(study_of(square, quick()), trials, options);
  EXPECT_TRUE(warm.diagnostics().warm);
}

TEST(StudyModel, IsTheSameForAnyNumberOfThreads) {
  const auto trials = trials_of(points_of(square, 10), bowl);
  StudyModelOptions options = called("latent");
  const StudyModel one = StudyModel::fit(study_of(square, quick()), trials, options);
  options.num_threads = 3;
  const StudyModel three = StudyModel::fit(study_of(square, quick()), trials, options);
  const auto points = points_of(square, 40, 2);
  EXPECT_EQ(one.predict(points).quantiles, three.predict(points).quantiles);
  EXPECT_EQ(one.leave_one_out()[3].quantiles, three.leave_one_out()[3].quantiles);
  EXPECT_EQ(one.importance(32)[0].alone.upper, three.importance(32)[0].alone.upper);
}

TEST(StudyModel, OfManyTrialsLooksAtSomeAndSaysSo) {
  StudyOptions options{.space = square, .suggest = quick("latent"), .seed = 5};
  options.suggest.sigma_h = LatentScale{.levels = {0.01}};
  options.suggest.max_exact = 12;
  Study study = Study::in_memory(options);
  for (const Point& point : points_of(square, 40)) study.add(point, {point[0] + point[1]});
  const StudyModel model = StudyModel::fit(study);
  ASSERT_TRUE(model.active());
  EXPECT_EQ(model.active()->observations, 12);
  EXPECT_EQ(model.active()->of, 40);
  ASSERT_EQ(model.trials().size(), 12U);
  EXPECT_TRUE(std::is_sorted(model.trials().begin(), model.trials().end()));
  const std::vector<TrialRecord> trials = study.trials();
  const std::vector<StudyModel::LeftOut> left_out = model.leave_one_out();
  const std::vector<StudyModel::IgnoredDetail> ignored = model.latent_magnitude();
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(left_out.at(i).trial, model.trials()[i]);
    EXPECT_EQ(left_out[i].observed, trials.at(model.trials()[i]).objective);
    EXPECT_EQ(ignored.at(i).trial, model.trials()[i]);
    EXPECT_EQ(ignored[i].observed, trials.at(model.trials()[i]).objective);
  }
  options.suggest.max_exact.reset();
  EXPECT_FALSE(StudyModel::fit(options, trials).active());
}

TEST(StudyModel, LevelsOfSigmaHThatTakeTurnsHaveNames) {
  SuggestOptions options = quick("latent");
  std::vector<std::string> names;
  for (const ModelInfo& model : StudyModel::models(options)) names.push_back(model.name);
  EXPECT_EQ(names, (std::vector<std::string>{"latent@0.1d", "latent@0.01d", "latent@0d"}));
  const auto trials = trials_of(points_of(square, 6), bowl);
  const StudyModel model = StudyModel::fit(study_of(square, options), trials, called("latent@0.01d"));
  ASSERT_EQ(model.sigma_h().size(), 1U);
  EXPECT_DOUBLE_EQ(model.sigma_h()[0], 0.01 * std::sqrt(2.0));
  EXPECT_TRUE(StudyModel::models(quick("random")).empty());
}

TEST(StudyModel, SaysWhyThereIsNone) {
  const auto trials = trials_of(points_of(square, 4), bowl);
  EXPECT_EQ(message_of([&] { StudyModel::fit(study_of(square, quick()), trials, called("smoth")); }),
            "the model is 'smoth', but it has to be one of noisy, trend, latent, smooth; did you mean "
            "'smooth'?");
  EXPECT_EQ(message_of([&] { StudyModel::fit(study_of(square, quick("random")), trials); }),
            "surrogate is 'random', but it has no model of the objective; 'craggy' has");
  std::vector<TrialRecord> failed = trials;
  for (TrialRecord& trial : failed) {
    trial.state = TrialState::failed;
    trial.objective.reset();
  }
  for (const auto& records : {failed, std::vector<TrialRecord>()})
    EXPECT_EQ(message_of([&] { StudyModel::fit(study_of(square, quick()), records); }),
              "the number of finished trials is 0, but a model needs at least one");
  const StudyModel model = StudyModel::fit(study_of(square, quick("noiseless")), trials, called(""));
  const std::vector<double> falling = {0.5, 0.1};
  EXPECT_EQ(message_of([&] {
              model.predict({{0.5, 0.5}}, falling);
            }),
            "probability 2 is 0.1, but probabilities have to rise");
  EXPECT_EQ(message_of([&] {
              model.predict({{0.5, 0.5}}, std::vector<double>{1.0});
            }),
            "probability 1 is 1, but it has to be between 0 and 1");
  EXPECT_EQ(message_of([&] {
              model.grid("x", "x", {0.5, 0.5});
            }),
            "the second parameter of the grid is 'x', but it has to be another one than the first");
  EXPECT_NE(message_of([&] { model.predict({{0.5, 1.5}}); }), "(no error)");
  EXPECT_NE(message_of([&] { model.slice("z", {0.5, 0.5}); }), "(no error)");
}

TEST(StudyModel, WorksFromTheFirstObservationOn) {
  for (const std::size_t count : {1U, 2U, 3U})
    for (const ModelInfo& each : StudyModel::models(quick())) {
      const auto points = points_of(mixed, count);
      for (const auto& trials :
           {trials_of(points, reward), trials_of(points, [](const Point&) { return 7.0; })})
        expect_all_there(
            StudyModel::fit(study_of(mixed, quick(), Direction::maximise), trials, called(each.name)),
            points_of(mixed, 6, 2));
    }
}

TEST(StudyModel, OfHugeValuesStaysFinite) {
  for (const double scale : {1e-290, 1e300}) {
    const auto trials = trials_of(points_of(square, 12),
                                  [&](const Point& at) { return at[0] > 0.8 ? 1.7e308 : scale * bowl(at); });
    for (const ModelInfo& each : StudyModel::models(quick()))
      expect_all_there(StudyModel::fit(study_of(square, quick()), trials, called(each.name)),
                       points_of(square, 6, 2));
  }
}

TEST(StudyModel, KnowsConstraintsFailuresWhatIsPendingAndNoise) {
  std::vector<TrialRecord> trials = trials_of(points_of(square, 16), bowl);
  for (TrialRecord& trial : trials) {
    trial.constraints = {trial.values[0] - 0.5};
    trial.noise = 0.1;
  }
  for (const double y : {0.91, 0.93, 0.96})
    trials.push_back(
        {.number = static_cast<TrialNumber>(trials.size()), .values = {0.1, y}, .state = TrialState::failed});
  trials.push_back({.number = 19, .values = {0.3, 0.55}, .state = TrialState::running});
  for (const ModelInfo& each : StudyModel::models(quick())) {
    const StudyModel model = StudyModel::fit(study_of(square, quick()), trials, called(each.name));
    EXPECT_EQ(model.trials().size(), 16U);
    expect_all_there(model, points_of(square, 5, 2));
    const StudyModel::Worth worth = model.acquisition({{0.05, 0.2}, {0.95, 0.2}, {0.1, 0.94}});
    EXPECT_GT(worth.feasible[0], 0.9);
    EXPECT_LT(worth.feasible[1], 0.1);
    EXPECT_GT(worth.success[0], worth.success[2] + 0.2);
    EXPECT_GT(worth.acquisition[0], worth.acquisition[1]);
  }
}

TEST(StudyModel, TheAcquisitionIsThatOfTheNextSuggestion) {
  Study study = Study::in_memory(study_of(square, quick()));
  for (const Point& point : points_of(square, 7)) study.add(point, bowl(point));
  const StudyModel model = StudyModel::fit(study);
  EXPECT_EQ(StudyModel::fit(StudyView(study)).acquisition({{0.5, 0.5}}).acquisition,
            model.acquisition({{0.5, 0.5}}).acquisition);
  const Trial next = study.ask();
  const auto trials = study.trials();
  ASSERT_TRUE(trials.back().suggestion);
  EXPECT_EQ(model.surrogate(), trials.back().suggestion->surrogate);
  EXPECT_NEAR(model.acquisition({next.values()}).acquisition[0], trials.back().suggestion->acquisition, 1e-6);
}

TEST(StudyModel, ASliceIsAForecastAlongOneParameter) {
  const std::vector<Point> points = points_of(mixed, 12);
  const StudyModel model = StudyModel::fit(study_of(mixed, quick(), Direction::maximise),
                                           trials_of(points, reward), called("smooth"));
  const Point sgd = {0.01, 3.0, 0.0, 1.0, 0.9};
  const StudyModel::Slice rate = model.slice("lr", sgd, 7);
  EXPECT_EQ(rate.inactive, "");
  ASSERT_EQ(rate.points.size(), 7U);
  EXPECT_EQ(rate.points[0], (Point{1e-4, 3.0, 0.0, 1.0, 0.9}));
  EXPECT_EQ(rate.forecast.mean, model.predict(rate.points).mean);
  EXPECT_EQ(model.slice("layers", sgd).codes, (Point{1, 2, 3, 4, 5}));
  const StudyModel::Slice choice = model.slice("opt", sgd);
  EXPECT_EQ(choice.points, (std::vector<Point>{sgd, {0.01, 3.0, 1.0, 1.0, 0.0}, {0.01, 3.0, 2.0, 1.0, 0.0}}));
  expect_finite(choice.forecast);
  const Point adam = {0.01, 3.0, 1.0, 1.0, 0.0};
  EXPECT_EQ(model.slice("opt", adam).points[0], (Point{0.01, 3.0, 0.0, 1.0, 0.5}));
  const StudyModel::Slice momentum = model.slice("momentum", adam);
  EXPECT_EQ(momentum.inactive, "opt == sgd");
  EXPECT_TRUE(momentum.points.empty());
  EXPECT_EQ(momentum.forecast.mean.size(), 0);
}

TEST(StudyModel, AGridKnowsWhereBothParametersAreActive) {
  const std::vector<Point> points = points_of(mixed, 12);
  const StudyModel model = StudyModel::fit(study_of(mixed, quick(), Direction::maximise),
                                           trials_of(points, reward), called("trend"));
  const Point adam = {0.01, 3.0, 1.0, 1.0, 0.0};
  const StudyModel::Grid both = model.grid("opt", "momentum", adam, 4);
  ASSERT_EQ(both.points.size(), 12U);
  for (std::size_t m = 0; m < 12; ++m) {
    EXPECT_EQ(both.active[m], m < 4);  // the first row is sgd
    EXPECT_EQ(std::isnan(both.forecast.mean[static_cast<Index>(m)]), m >= 4);
  }
  EXPECT_EQ(both.points[1], (Point{0.01, 3.0, 0.0, 1.0, both.columns[1]}));
  const StudyModel::Forecast again = model.predict({both.points[1]});
  EXPECT_EQ(both.forecast.mean[1], again.mean[0]);
  EXPECT_EQ(both.forecast.quantiles.col(1), again.quantiles.col(0));
  const StudyModel::Grid plain = model.grid("layers", "bias", adam);
  EXPECT_EQ(plain.points[3], (Point{0.01, 2.0, 1.0, 1.0, 0.0}));
  EXPECT_EQ(model.grid("lr", "momentum", adam).inactive, "opt == sgd");
  EXPECT_TRUE(model.grid("momentum", "lr", adam).points.empty());
}

// A bowl on a grid; the evaluation in its middle went wrong.
constexpr TrialNumber outlier = 12;
std::vector<TrialRecord> trials_with_an_outlier() {
  std::vector<Point> grid;
  for (int i = 0; i < 25; ++i) grid.push_back({0.1 + 0.2 * (i % 5), 0.1 + 0.2 * (i / 5)});
  std::vector<TrialRecord> trials = trials_of(grid, bowl);
  *trials[outlier].objective += 1.0;
  return trials;
}

TEST(StudyModel, TheLatentsTellWhichObservationIsIgnored) {
  const StudyModel model =
      StudyModel::fit(study_of(square, quick("latent")), trials_with_an_outlier(), called("latent@0.1d"));
  const auto details = model.latent_magnitude();
  for (const StudyModel::IgnoredDetail& detail : details) {
    ASSERT_TRUE(detail.latent);
    EXPECT_LE(detail.latent->lower, detail.latent->middle);
    EXPECT_LE(detail.latent->middle, detail.latent->upper);
    EXPECT_EQ(detail.trial == outlier, detail.ignored > 0.5) << detail.trial;
    EXPECT_TRUE(detail.trial == outlier || detail.latent->middle < details[outlier].latent->middle)
        << detail.trial;
  }
}

// The score sums up what latents and noise take, so that it does not matter which of them a model has.
TEST(StudyModel, WhatStandsOutIsTheOutlierAlone) {
  for (const char* name : {"homoscedastic", "student_t"}) {
    const StudyModel model =
        StudyModel::fit(study_of(square, quick(name)), trials_with_an_outlier(), called(""));
    for (const StudyModel::IgnoredDetail& detail : model.latent_magnitude()) {
      EXPECT_EQ(detail.trial == outlier, detail.stands_out)
          << name << " " << detail.trial << ": " << detail.score;
      EXPECT_EQ(detail.stands_out, detail.score >= least_score_that_stands_out);
    }
  }
  const StudyModel latent =
      StudyModel::fit(study_of(square, quick("latent")), trials_with_an_outlier(), called("latent@0.1d"));
  for (const StudyModel::IgnoredDetail& detail : latent.latent_magnitude())
    EXPECT_EQ(detail.trial == outlier, detail.stands_out) << detail.trial << ": " << detail.score;
}

TEST(StudyModel, OfASmoothFunctionNothingStandsOut) {
  const auto trials = trials_of(points_of(square, 14), bowl);
  for (const StudyModel::IgnoredDetail& detail :
       StudyModel::fit(study_of(square, quick("noiseless")), trials, called("")).latent_magnitude())
    EXPECT_FALSE(detail.stands_out) << detail.trial << ": " << detail.score;
}

TEST(StudyModel, BeginsWhereTheLatestSuggestionEnded) {
  Study study = Study::in_memory(study_of(square, quick()));
  const StudyView view(study);
  EXPECT_FALSE(view.latest_warm_state());
  for (const Point& point : points_of(square, 7)) study.add(point, bowl(point));
  const Trial asked = study.ask();
  const std::optional<StoredWarmState> warm = view.latest_warm_state();
  ASSERT_TRUE(warm);
  EXPECT_EQ(warm->trial, asked.number());
  study.tell(asked, bowl(asked.values()));
  StudyModelOptions options = called(view.trial(asked.number())->suggestion->reason->model);
  options.warm = warm->state;
  EXPECT_TRUE(StudyModel::fit(view, options).diagnostics().warm);
}

TEST(StudyModel, ANoiseModelTellsWhichPartOfAnObservationIsNoise) {
  const StudyModel model =
      StudyModel::fit(study_of(square, quick("homoscedastic")), trials_with_an_outlier(), called(""));
  for (const StudyModel::IgnoredDetail& detail : model.latent_magnitude()) {
    EXPECT_FALSE(detail.latent);
    EXPECT_EQ(detail.trial == outlier, detail.ignored > 0.4) << detail.trial;
  }
}

// What others say of an observation is about what a study without it says.
TEST(StudyModel, LeavingOneOutIsNearAFitWithoutIt) {
  for (const char* name : {"noisy", "trend", "latent", "smooth"}) {
    SuggestOptions options = quick();
    options.inference.num_draws = 256;
    const std::vector<TrialRecord> trials = trials_of(
        points_of(square, 16), [](const Point& at) { return bowl(at) + 0.2 * std::sin(9.0 * at[0]); });
    const StudyModel model = StudyModel::fit(study_of(square, options), trials, called(name));
    const auto left_out = model.leave_one_out();
    for (const std::size_t n : {2U, 5U, 11U}) {
      std::vector<TrialRecord> rest = trials;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(n));
      const StudyModel other = StudyModel::fit(study_of(square, options), rest, called(name));
      const StudyModel::Forecast expected = other.predict({trials[n].values});
      EXPECT_NEAR(left_out[n].mean, expected.mean[0], 0.6 * expected.sd[0] + 0.02) << name << " " << n;
      EXPECT_GT(left_out[n].sd, 0.4 * expected.sd[0]) << name << " " << n;
    }
  }
}

TEST(StudyModel, ImportanceOfAnAdditiveObjective) {
  const Space space = space_of({"a=float(0,1)", "b=float(0,1)", "c=categorical(x,y,z)", "idle=bool"});
  const auto additive = [](const Point& at) { return 3.0 * at[0] + at[1] + (at[2] == 2.0 ? 1.0 : 0.0); };
  const StudyModel model =
      StudyModel::fit(study_of(space, quick()), trials_of(points_of(space, 40), additive), called("smooth"));
  const std::vector<StudyModel::Importance> importance = model.importance();
  ASSERT_EQ(importance.size(), 4U);
  // Variances: 9/12, 1/12, and 2/9 of a choice in three.
  const double total = 0.75 + 1.0 / 12.0 + 2.0 / 9.0;
  const std::vector<double> expected = {0.75 / total, 1.0 / 12.0 / total, 2.0 / 9.0 / total, 0.0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(importance[i].parameter, space[i].name);
    EXPECT_NEAR(importance[i].alone.middle, expected[i], 0.06) << i;
    EXPECT_NEAR(importance[i].total.middle, expected[i], 0.06) << i;
    EXPECT_LE(importance[i].alone.lower, importance[i].alone.middle);
    EXPECT_GE(importance[i].alone.upper, importance[i].alone.middle);
  }
}

// A front end may ask for anything and be told to stop meanwhile; the model is of use afterwards.
TEST(StudyModel, EveryQuestionCanBeStopped) {
  const std::vector<Point> points = points_of(square, 12);
  const StudyModel model =
      StudyModel::fit(study_of(square, quick()), trials_of(points, bowl), called("latent"));
  std::stop_source source;
  source.request_stop();
  const std::stop_token stop = source.get_token();
  EXPECT_THROW(StudyModel::fit(study_of(square, quick()), trials_of(points, bowl), called("trend"), stop),
               Cancelled);
  EXPECT_THROW(model.predict(points, usual_probabilities, stop), Cancelled);
  EXPECT_THROW(model.slice("x", points[0], 11, usual_probabilities, stop), Cancelled);
  EXPECT_THROW(model.grid("x", "y", points[0], 5, usual_probabilities, stop), Cancelled);
  EXPECT_THROW(model.acquisition(points, stop), Cancelled);
  EXPECT_THROW(model.latent_magnitude(stop), Cancelled);
  EXPECT_THROW(model.leave_one_out(usual_probabilities, stop), Cancelled);
  EXPECT_THROW(model.importance(16, stop), Cancelled);
  expect_all_there(model, points);
}

}  // namespace
}  // namespace craggy
