#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/space/space.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string message_of_space(std::vector<Parameter> parameters) {
  return message_of([&] { Space space(parameters); });
}

Space two_parameters() { return {{"rate", Float{1e-5, 1e-1, true}}, {"momentum", Float{0, 0.99}}}; }

TEST(Space, KnowsItsParameters) {
  const Space space = two_parameters();
  ASSERT_EQ(space.size(), 2u);
  EXPECT_EQ(space[0].name, "rate");
  EXPECT_TRUE(std::get<Float>(space[0].domain).log);
  EXPECT_EQ(space[1].name, "momentum");
  EXPECT_EQ(std::get<Float>(space[1].domain).high, 0.99);
  EXPECT_EQ(space.parameters().size(), 2u);
  EXPECT_EQ(space.index_of("rate"), 0u);
  EXPECT_EQ(space.index_of("momentum"), 1u);
}

TEST(Space, OneParameterInBracesIsAParameter) {
  const Space space{{"x", Float{0, 1}}};
  EXPECT_EQ(space.size(), 1u);
}

TEST(Space, AnEmptySpaceIsAMistake) {
  EXPECT_EQ(message_of_space({}), "the number of parameters is 0, but a space needs at least one");
}

TEST(Space, NamesHaveToTellParametersApart) {
  EXPECT_EQ(message_of_space({{"x", Float{0, 1}}, {"", Float{0, 1}}}),
            "the name of parameters[1] is '', but it must not be empty");
  EXPECT_EQ(message_of_space({{"x", Float{0, 1}}, {"y", Float{0, 1}}, {"x", Float{0, 2}}}),
            "the name of parameters[2] is 'x', but parameters[0] has that name already");
  EXPECT_EQ(message_of_space({{"x", Float{0, 1}}, {"x", Float{0, 1}}}),
            "the name of parameters[1] is 'x', but parameters[0] has that name already");
}

TEST(Space, BoundsHaveToBeFinite) {
  EXPECT_EQ(message_of_space({{"x", Float{nan, 1}}}),
            "the lower bound of 'x' is nan, but it has to be a finite number");
  EXPECT_EQ(message_of_space({{"x", Float{-infinity, 1}}}),
            "the lower bound of 'x' is -inf, but it has to be a finite number");
  EXPECT_EQ(message_of_space({{"x", Float{0, nan}}}),
            "the upper bound of 'x' is nan, but it has to be a finite number");
  EXPECT_EQ(message_of_space({{"x", Float{0, infinity, true}}}),
            "the upper bound of 'x' is inf, but it has to be a finite number");
}

TEST(Space, BoundsHaveToBeInOrder) {
  EXPECT_EQ(message_of_space({{"y", Float{0, 1}}, {"x", Float{3, 2.5}}}),
            "the lower bound of 'x' is 3, but it has to be below the upper bound, 2.5");
  EXPECT_EQ(message_of_space({{"x", Float{2, 2}}}),
            "the lower bound of 'x' is 2, but it has to be below the upper bound, 2");
  EXPECT_EQ(message_of_space({{"x", Float{0.0, -0.0}}}),
            "the lower bound of 'x' is 0, but it has to be below the upper bound, -0");
}

TEST(Space, ALogParameterIsPositive) {
  EXPECT_EQ(message_of_space({{"x", Float{0, 1, true}}}),
            "the lower bound of 'x' is 0, but a log parameter needs it above 0");
  EXPECT_EQ(message_of_space({{"x", Float{-2, 1, true}}}),
            "the lower bound of 'x' is -2, but a log parameter needs it above 0");
}

TEST(Space, AnUnknownParameterIsNamedWithAGuess) {
  const Space space = two_parameters();
  EXPECT_EQ(message_of([&] { space.index_of("momentun"); }),
            "the parameter is 'momentun', but it has to be one of rate, momentum; did you mean 'momentum'?");
  EXPECT_EQ(message_of([&] { space.index_of("x"); }),
            "the parameter is 'x', but it has to be one of rate, momentum");
  EXPECT_EQ(message_of([&] { space.index_of(""); }),
            "the parameter is '', but it has to be one of rate, momentum");
}

TEST(Space, ValuesOutsideTheDomainAreNamed) {
  const Space space = two_parameters();
  const auto message_at = [&](const std::vector<double>& values) {
    std::string of_check = message_of([&] { space.check(values); });
    EXPECT_EQ(message_of([&] { space.encode(values); }), of_check);
    return of_check;
  };
  EXPECT_EQ(message_at({1e-5, 0.99}), "(no error)");
  EXPECT_EQ(message_at({0.5, 0.5}), "'rate' is 0.5, but it has to lie in [1e-05, 0.1]");
  EXPECT_EQ(message_at({1e-3, -1e-300}), "'momentum' is -1e-300, but it has to lie in [0, 0.99]");
  EXPECT_EQ(message_at({nan, 0.5}), "'rate' is nan, but it has to lie in [1e-05, 0.1]");
  EXPECT_EQ(message_at({1e-3, infinity}), "'momentum' is inf, but it has to lie in [0, 0.99]");
  EXPECT_EQ(message_at({1e-3}), "the size of values is 1, but it has to be 2");
  EXPECT_EQ(message_at({}), "the size of values is 0, but it has to be 2");
  EXPECT_EQ(message_at({1e-3, 0.5, 0.5}), "the size of values is 3, but it has to be 2");
}

TEST(Space, CodesThatAreNoValuesAreNamed) {
  const Space space{{"n", Int{1, 8}},
                    {"q", Step{0, 1, 0.1}},
                    {"opt", Categorical{{"adam", "sgd"}}},
                    {"flag", Bool{}, Condition{"opt", Comparison::equal, {"sgd"}}}};
  const auto message_at = [&](const std::vector<double>& values) {
    return message_of([&] { space.check(values); });
  };
  EXPECT_EQ(message_at({1, 0.3, 1, 1}), "(no error)");
  EXPECT_EQ(message_at({2.5, 0.3, 1, 1}), "'n' is 2.5, but it has to be a whole number from 1 to 8");
  EXPECT_EQ(message_at({1, 0.25, 1, 1}),
            "'q' is 0.25, but it has to be 0 or a whole number of steps of 0.1 above, up to 1");
  EXPECT_EQ(message_at({1, 0.3, 2, 0}), "'opt' is 2, but it has to be the position of a category, 0 to 1");
  EXPECT_EQ(message_at({1, 0.3, 1, 0.5}), "'flag' is 0.5, but it has to be 0 or 1");
  EXPECT_EQ(message_at({1, 0.3, 0, 1}),
            "'flag' is 1, but it is inactive here, where not opt == sgd, and then has to be 0");
}

TEST(Space, InputsOfAllKinds) {
  const Space space{{"n", Int{1, 5}}, {"opt", Categorical{{"a", "b", "c"}}}, {"flag", Bool{}}};
  EXPECT_EQ(space.size(), 3u);
  EXPECT_EQ(space.num_inputs(), 5u);
  EXPECT_EQ(space.first_input(0), 0u);
  EXPECT_EQ(space.first_input(1), 1u);
  EXPECT_EQ(space.first_input(2), 4u);
  EXPECT_EQ(space.decode(std::vector<double>{0.99, 0.1, 0.1, 0.2, 0.4}), (std::vector<double>{5, 2, 0}));
  EXPECT_EQ(space.pick(std::vector<double>{0.99, 0.7, 0.4}), (std::vector<double>{5, 2, 0}));
  EXPECT_EQ(message_of([&] { space.decode(std::vector<double>{0.5}); }),
            "the size of unit is 1, but it has to be 5");
}

TEST(Space, BadNamesAreRefusedHereToo) {
  EXPECT_EQ(
      message_of_space({{"a; rm -rf", Bool{}}}),
      "the name of parameters[0] is 'a; rm -rf', but it may hold ASCII letters, digits and _ - . only, and "
      "not ';'");
}

TEST(Space, PointsOutsideTheCubeAreNamed) {
  const Space space = two_parameters();
  const auto message_at = [&](const std::vector<double>& unit) {
    return message_of([&] { space.decode(unit); });
  };
  EXPECT_EQ(message_at({0.5, 1.5}), "unit[1] is 1.5, but it has to lie in [0, 1]");
  EXPECT_EQ(message_at({-1e-17, 0.5}), "unit[0] is -1e-17, but it has to lie in [0, 1]");
  EXPECT_EQ(message_at({nan, 0.5}), "unit[0] is nan, but it has to lie in [0, 1]");
  EXPECT_EQ(message_at({0.5}), "the size of unit is 1, but it has to be 2");
}

}  // namespace
}  // namespace craggy
