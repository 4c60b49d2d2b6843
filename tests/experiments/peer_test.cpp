#include "experiments/peer.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <span>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "experiments/protocol.hpp"
#include "experiments/repetition.hpp"
#include "experiments/runner.hpp"
#include "problems/space.hpp"
#include "support/effort.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"
#include "testbeds/catalogue.hpp"
#include "testbeds/python_helper.hpp"

namespace craggy::experiments {
namespace {

namespace fs = std::filesystem;
using craggy::testing::error_of;
using craggy::testing::TemporaryFolder;
using Points = std::vector<std::vector<double>>;

const std::string checkout = CRAGGY_TEST_DATA "/../..";

const problems::Problem& beale() { return testbeds::find_problem("beale"); }  // on [-4.5, 4.5]²

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A checkout whose peer_server.py is a script of the test, run by any Python.
class Peer : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      testbeds::LineProcess({.command = {"python3", "-I", "-c", "print(input())"}}).exchange("");
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    fs::create_directories(folder_.path() + "/experiments/rivals");
    setenv("CRAGGY_CHECKOUT", folder_.path().c_str(), 1);
    setenv("CRAGGY_RIVALS_PYTHON", "python3", 1);
  }
  void TearDown() override { unsetenv("CRAGGY_RIVALS_PYTHON"); }

  void script(const std::string& text) const { folder_.file("experiments/rivals/peer_server.py", text); }

  // One answer per request, whatever it is.
  void answers(const std::vector<std::string>& lines) const {
    std::string text = "import sys\n";
    for (const std::string& line : lines)
      text += fmt::format("sys.stdin.readline()\nprint(r'''{}''', flush=True)\n", line);
    script(text);
  }

  // The real conversation with a stand-in for the optimiser: `body` is its method ask, which has points and
  // values.
  void stand_in(const std::string& body, const std::string& version = "1.0") const {
    script(fmt::format(R"(import sys
sys.path.insert(0, "{}/experiments/rivals")
import peer_server

class StandIn:
    def __init__(self, bounds, seed):
        self.bounds, self.seed, self.points, self.values = bounds, seed, [], []
    def tell(self, x, y):
        self.points.append(x)
        self.values.append(y)
    def ask(self):
        {}

class Entry(peer_server.Peer):
    def __init__(self):
        super().__init__("", "", [], "none")
    def options(self):
        return {{**super().options(), "standin": "{}"}}
    def make(self, bounds, seed):
        return StandIn(bounds, seed)

peer_server.main({{"cma": Entry()}})
)",
                       checkout, body, version));
  }

  static std::string error_of_asking() {
    return error_of([] {
      PeerOptimiser peer("peer/cma", beale(), 1);
      peer.ask({});
    });
  }

  TemporaryFolder folder_;
};

TEST_F(Peer, IsToldAllPointsAndAskedForTheRest) {
  stand_in(R"(best = self.points[self.values.index(min(self.values))]
        print("what a library has to say", flush=True)
        return [(a + b) / 2 for a, b in zip(best, self.points[-1])])");
  const std::uint64_t seed = repetition_seed(0, "beale", 0);
  const Repetition result = run_repetition(beale(), parse_method("peer/cma"), seed, 7);

  Points expected = initial_points(beale(), seed);
  while (expected.size() < 7) {
    const auto best = std::min_element(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
      return problems::evaluate(beale(), a) < problems::evaluate(beale(), b);
    });
    const std::vector<double>& last = expected.back();
    expected.push_back({((*best)[0] + last[0]) / 2, ((*best)[1] + last[1]) / 2});
  }
  EXPECT_EQ(result.points, expected);
}

TEST_F(Peer, KnowsTheBoxAndASeedOf31Bits) {
  stand_in("return [self.bounds[0][0] + (1 <= self.seed < 2**31), self.bounds[1][1] - self.seed % 7 / 7]");
  std::vector<double> second_coordinates;
  for (const std::uint64_t seed : {0ULL, 1ULL, 9007199254740991ULL}) {
    PeerOptimiser peer("peer/cma", beale(), seed);
    const std::vector<double> point = peer.ask({});
    EXPECT_EQ(point[0], -3.5) << seed;
    second_coordinates.push_back(point[1]);
  }
  EXPECT_NE(second_coordinates[0], second_coordinates[1]);
}

// Whole numbers on a logarithmic scale, real ones, and categories: their codes go both ways.
problems::Problem mixed_problem() {
  problems::Problem problem;
  problem.name = "mixed";
  problems::set_space(problem, {{"units", Int{16, 512, true}},
                                {"share", Float{0.25, 0.75}},
                                {"activation", Categorical{{"relu", "tanh", "none"}}}});
  problem.objective = [](std::span<const double> x) { return x[0] * x[1] + x[2]; };
  return problem;
}

TEST_F(Peer, KnowsTheKindsOfParameters) {
  stand_in(R"(whole, real, category = self.bounds
        assert (type(whole).__name__, whole.low, whole.high, whole.log) == ("Whole", 16, 512, True), whole
        assert (type(real).__name__, real.low, real.high, real.log) == ("Real", 0.25, 0.75, False), real
        assert category.choices == ("relu", "tanh", "none"), category
        assert [x[2] for x in self.points] == [float(int(x[2])) for x in self.points]
        return [17, 0.5, 2])");
  const problems::Problem problem = mixed_problem();
  const Repetition result = run_repetition(problem, parse_method("peer/cma"), 3, 3);
  EXPECT_EQ(result.points[0], initial_points(problem, 3)[0]);
  EXPECT_EQ(result.points[2], (std::vector<double>{17.0, 0.5, 2.0}));
  EXPECT_EQ(result.values[2], 10.5);
}

TEST_F(Peer, WhatIsNoValueOfItsKindIsAnError) {
  const problems::Problem problem = mixed_problem();
  const auto error = [&] { return error_of([&] { PeerOptimiser("peer/cma", problem, 1).ask({}); }); };
  stand_in("return [17.5, 0.5, 2]");
  EXPECT_EQ(error(), "peer/cma: ValueError: the peer suggests 17.5, which is no whole number");
  stand_in("return [17, 0.5, 3]");
  EXPECT_EQ(error(), "peer/cma: ValueError: the peer suggests 3.0, which is not in [0, 2]");
  answers({R"({"started": "cma"})", R"({"x": [16.5, 0.5, 0]})"});
  EXPECT_NE(error().find("'units' is 16.5"), std::string::npos) << error();
}

// Before anything is imported, so that it can be tested without the packages.
TEST_F(Peer, ThoseForBoxesRefuseOtherKinds) {
  script(
      fmt::format("import sys\nsys.path.insert(0, '{}/experiments/rivals')\nimport peer_server\n"
                  "peer_server.main()\n",
                  checkout));
  EXPECT_EQ(
      error_of([] { PeerOptimiser("peer/botorch", mixed_problem(), 1); }),
      "peer/botorch: RequestError: x1 is a whole number, but this peer takes real numbers on a plain scale "
      "only; those that take all kinds are optuna-tpe, optuna-gp, smac");
  problems::Problem steps;
  problems::set_space(steps, {{"share", Step{0.0, 0.6, 0.3}}});
  EXPECT_EQ(error_of([&] { PeerOptimiser("peer/optuna-tpe", steps, 1); }),
            "peers take no steps; whole numbers can stand for them");
}

TEST_F(Peer, RoundingErrorsAreForgivenAndNothingElse) {
  stand_in("return [-4.5 - 1e-9, 4.5 + 1e-9]");
  EXPECT_EQ(PeerOptimiser("peer/cma", beale(), 1).ask({}), (std::vector<double>{-4.5, 4.5}));
  stand_in("return [-4.5, 4.6]");
  EXPECT_EQ(error_of_asking(), "peer/cma: ValueError: the peer suggests 4.6, which is not in [-4.5, 4.5]");
  stand_in("return [float('nan'), 0.0]");
  EXPECT_EQ(error_of_asking(), "peer/cma: ValueError: the peer suggests nan, which is not in [-4.5, 4.5]");
}

TEST_F(Peer, VersionsAreOptionsOfTheMethod) {
  stand_in("return [0.0, 0.0]", "2.5");
  const Method method = parse_method("peer/cma");
  OptionTexts expected = method.options;
  expected["standin"] = "2.5";
  expected["settings"] = "none";
  EXPECT_EQ(resolved(method).options, expected);
}

TEST_F(Peer, ResultsOfOtherVersionsAreNotMixed) {
  const TemporaryFolder records;
  const std::vector<Cell> cells = {{"beale", "peer/cma", 4, 1}};
  stand_in("return [0.0, 0.0]");
  {
    RecordStore store(records.path());
    EXPECT_EQ(run(make_plan(cells, store.stored(), {}), store, 1).num_finished, 1U);
  }
  const StoredRecords stored = read_stored_records(records.path());
  EXPECT_EQ(stored.begin()->second.record.options.at("standin"), "1.0");
  EXPECT_EQ(make_plan(cells, stored, {}).num_stored, 1U);
  stand_in("return [0.0, 0.0]", "1.1");
  const std::string message = error_of([&] { make_plan(cells, stored, {}); });
  EXPECT_TRUE(contains(message, "with other options (standin: 1.0 there, 1.1 here)")) << message;
}

TEST_F(Peer, AMissingEnvironmentIsNamedWithWhatMakesIt) {
  script("");
  unsetenv("CRAGGY_RIVALS_PYTHON");
  for (const std::string& name : peer_names()) {
    const std::string environment = name == "peer/hebo" ? "rivals-hebo" : "rivals";
    const std::string command = "'./run python " + environment + "' makes it";
    const std::string python = "/build/" + environment + "-venv/bin/python";
    for (const std::string& message : {error_of([&] { resolved(parse_method(name)); }),
                                       error_of([&] { make_optimiser(parse_method(name), beale(), 0); })}) {
      EXPECT_TRUE(contains(message, command)) << message;
      EXPECT_TRUE(contains(message, python)) << message;
    }
  }
}

TEST_F(Peer, AMissingPackageIsNamedWithWhatInstallsIt) {
  script(
      fmt::format("import sys\nsys.path.insert(0, '{}/experiments/rivals')\nimport peer_server\n"
                  "peer_server.PEERS['cma'].packages = ['no-such-package']\npeer_server.main()\n",
                  checkout));
  const std::string message = error_of([] { peer_options("peer/cma"); });
  EXPECT_TRUE(contains(message, "no-such-package; './run python rivals' makes its environment")) << message;
}

TEST_F(Peer, AProcessThatDiesIsAnError) {
  script("import sys\nsys.stdin.readline()\nsys.exit('out of memory')\n");
  EXPECT_EQ(error_of_asking(),
            "peer/cma gave no answer; it exited with status 1; the end of its messages: out of memory");
}

TEST_F(Peer, AnswersThatMakeNoSenseAreErrors) {
  const std::string started = R"({"started": "cma"})";
  answers({"hello"});
  EXPECT_EQ(error_of_asking(), "peer/cma said 'hello', but it has to answer 'start' with 'started'");
  answers({R"({"error": "no such optimiser"})"});
  EXPECT_EQ(error_of_asking(), "peer/cma: no such optimiser");
  answers({started, started});
  EXPECT_EQ(error_of_asking(), R"(peer/cma said '{"started": "cma"}', but it has to answer 'ask' with 'x')");
  answers({started, R"({"x": [NaN, 0.0]})"});
  EXPECT_EQ(error_of_asking(), R"(peer/cma said '{"x": [NaN, 0.0]}', but it has to answer 'ask' with 'x')");
  for (const std::string point : {"[1.0]", "[1.0,2.0,3.0]", R"([1.0,"2.0"])", "[1.0,null]", "1.0"}) {
    answers({started, R"({"x": )" + point + "}"});
    EXPECT_EQ(error_of_asking(), "peer/cma said '" + point + "', but a point has 2 numbers");
  }
  answers({started, R"({"x": [-1.0, 4.75]})"});
  EXPECT_EQ(error_of_asking(), "peer/cma said '[-1.0,4.75]', but x2 has to lie in [-4.5, 4.5]");
  answers({std::string(5000, 'x')});
  EXPECT_LT(error_of_asking().size(), 300U);
}

TEST_F(Peer, OptionsHaveToBeTexts) {
  answers({R"({"options": {"cma": 4.5}})"});
  EXPECT_EQ(error_of([] { peer_options("peer/cma"); }),
            R"(peer/cma said '{"cma":4.5}', but its options have to be texts)");
}

TEST_F(Peer, CanBeStopped) {
  stand_in("import time; time.sleep(1000)");
  PeerOptimiser peer("peer/cma", beale(), 1);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(peer.ask(source.get_token()), Cancelled);
}

TEST_F(Peer, TheServerSaysWhatIsWrongAndGoesOn) {
  testbeds::LineProcess server(
      {.command = {"python3", "-I", checkout + "/experiments/rivals/peer_server.py"}});
  EXPECT_EQ(server.exchange(R"({"op": "ask"})"), R"({"error": "RequestError: nothing was started"})");
  EXPECT_EQ(server.exchange(R"({"op": "jump"})"),
            R"({"error": "RequestError: op has to be one of describe, start, tell, ask, not 'jump'"})");
  EXPECT_TRUE(contains(server.exchange(R"({"op": "start", "name": "nobody", "parameters": [], "seed": 0})"),
                       "there is no peer 'nobody', only botorch, botorch-rrp"));
  EXPECT_TRUE(contains(server.exchange("jump"), R"({"error": "JSONDecodeError: )"));
  EXPECT_TRUE(contains(server.exchange("[]"), R"({"error": )"));
}

// The real ones, where they are installed.
class RealPeerSlow : public ::testing::TestWithParam<std::string> {};

TEST_P(RealPeerSlow, MinimisesInTheBoxAndDoesTheSameAgain) {
  setenv("CRAGGY_CHECKOUT", checkout.c_str(), 1);
  Method method = parse_method(GetParam());
  try {
    method = resolved(method);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  EXPECT_GT(method.options.size(), 3U);
  const problems::Problem& problem = testbeds::find_problem("shubert01");
  const std::size_t evaluations = contains(GetParam(), "optuna") ? 12 : 5;  // its model needs ten
  const Repetition result = run_repetition(problem, method, 7, evaluations);
  ASSERT_EQ(result.points.size(), evaluations);
  EXPECT_EQ(result.points[1], initial_points(problem, 7)[1]);
  for (std::size_t i = 1; i < evaluations; ++i) EXPECT_NE(result.points[i], result.points[i - 1]);
  if (!testing::full_effort()) return;
  EXPECT_EQ(run_repetition(problem, method, 7, evaluations).points, result.points);
}

TEST_P(RealPeerSlow, TakesAllKindsOrSaysThatItDoesNot) {
  setenv("CRAGGY_CHECKOUT", checkout.c_str(), 1);
  Method method = parse_method(GetParam());
  try {
    method = resolved(method);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const problems::Problem problem = mixed_problem();
  if (contains(GetParam(), "optuna") || contains(GetParam(), "smac")) {
    const std::size_t evaluations = contains(GetParam(), "optuna") ? 12 : 5;  // its model needs ten
    EXPECT_EQ(run_repetition(problem, method, 7, evaluations).points.size(), evaluations);
  } else {
    EXPECT_THROW(run_repetition(problem, method, 7, 3), Error);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealPeerSlow, ::testing::ValuesIn(peer_names()), [](const auto& peer) {
  std::string name = peer.param.substr(peer.param.find('/') + 1);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace craggy::experiments
