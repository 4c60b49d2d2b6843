#include "study/named_values.hpp"

#include <gtest/gtest.h>

#include <craggy/study/study.hpp>

#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

StudyOptions options_of_every_kind() {
  return {.space = {{"x", Float{-1, 1}},
                    {"rate", Float{1e-3, 1, true}},
                    {"share", Step{0, 1, 0.25}},
                    {"layers", Int{1, 8}},
                    {"width", Int{1, largest_int}},
                    {"opt", Categorical{{"adam", "sgd"}}},
                    {"momentum", Float{0.5, 0.9}, Condition{"opt", Comparison::equal, {"sgd"}}},
                    {"nesterov", Bool{}}},
          .worker = {.num_threads = 1}};
}

class NamedValues : public ::testing::Test {
 protected:
  Trial sgd() { return study_.add({0.5, 0.01, 0.75, 3, 9e9, 1, 0.7, 1}, 1.0); }
  Trial adam() { return study_.add({0.25, 0.01, 0.5, 3, 8, 0, 0.5, 0}, 2.0); }

 private:
  Study study_ = Study::in_memory(options_of_every_kind());
};

TEST_F(NamedValues, EachKindHasItsType) {
  const Trial trial = sgd();
  EXPECT_EQ(trial.get<double>("x"), 0.5);
  EXPECT_EQ(trial.get<double>("rate"), 0.01);
  EXPECT_EQ(trial.get<double>("share"), 0.75);
  EXPECT_EQ(trial.get<int>("layers"), 3);
  EXPECT_EQ(trial.get<std::int64_t>("layers"), 3);
  EXPECT_EQ(trial.get<std::int64_t>("width"), 9'000'000'000);
  EXPECT_EQ(trial.get<std::string>("opt"), "sgd");
  EXPECT_EQ(trial.get<double>("momentum"), 0.7);
  EXPECT_TRUE(trial.get<bool>("nesterov"));
  EXPECT_EQ(adam().get<std::string>("opt"), "adam");
  EXPECT_FALSE(adam().get<bool>("nesterov"));
}

TEST_F(NamedValues, AnotherTypeIsRefusedWithTheRightOne) {
  const Trial trial = sgd();
  EXPECT_EQ(message_of([&] { trial.get<double>("opt"); }),
            "the type asked for parameter 'opt' is double, but it is of the kind categorical, which takes "
            "get<std::string>");
  EXPECT_EQ(
      message_of([&] { trial.get<int>("nesterov"); }),
      "the type asked for parameter 'nesterov' is int, but it is of the kind bool, which takes get<bool>");
  EXPECT_EQ(message_of([&] { trial.get<double>("layers"); }),
            "the type asked for parameter 'layers' is double, but it is of the kind int, which takes "
            "get<std::int64_t>");
  EXPECT_EQ(message_of([&] { trial.get<std::string>("rate"); }),
            "the type asked for parameter 'rate' is std::string, but it is of the kind log, which takes "
            "get<double>");
  EXPECT_EQ(message_of([&] { trial.get<bool>("x"); }),
            "the type asked for parameter 'x' is bool, but it is of the kind float, which takes get<double>");
  EXPECT_EQ(
      message_of([&] { trial.get<int>("share"); }),
      "the type asked for parameter 'share' is int, but it is of the kind step, which takes get<double>");
}

TEST_F(NamedValues, ANumberThatNoIntHolds) {
  EXPECT_EQ(message_of([&] { sgd().get<int>("width"); }),
            "parameter 'width' is 9000000000, but that is too large for an int: use get<std::int64_t>");
  EXPECT_EQ(adam().get<int>("width"), 8);
}

TEST_F(NamedValues, AnInactiveParameterHasNoValue) {
  EXPECT_TRUE(sgd().is_active("momentum"));
  EXPECT_FALSE(adam().is_active("momentum"));
  EXPECT_EQ(message_of([&] { adam().get<double>("momentum"); }),
            "parameter 'momentum' is inactive at "
            R"({"x":0.25,"rate":0.01,"share":0.5,"layers":3,"width":8,"opt":"adam","nesterov":false})"
            ", but it has a value only if opt == sgd; is_active(\"momentum\") tells");
}

TEST_F(NamedValues, AnUnknownNameIsRefusedWithAGuess) {
  const Trial trial = sgd();
  for (const std::string& message :
       {message_of([&] { trial.get<double>("momentun"); }), message_of([&] { trial.is_active("momentun"); }),
        message_of([&] { trial["momentun"]; }), message_of([&] { trial.text("momentun"); })})
    EXPECT_NE(message.find("did you mean 'momentum'?"), std::string::npos) << message;
}

TEST(NamedValuesOfRecords, OfTheBestTrialAndOfAllOthers) {
  Study study = Study::in_memory(options_of_every_kind());
  study.add({0.5, 0.01, 0.75, 3, 9, 1, 0.7, 1}, 2.0);
  study.add({0.25, 0.01, 0.5, 4, 8, 0, 0.5, 0}, 1.0);
  const TrialRecord best = study.best().value();
  EXPECT_EQ(best["x"], 0.25);
  EXPECT_EQ(best.get<std::string>("opt"), "adam");
  EXPECT_EQ(best.get<int>("layers"), 4);
  EXPECT_EQ(best.text("nesterov"), "false");
  EXPECT_FALSE(best.is_active("momentum"));
  EXPECT_NE(message_of([&] { best.get<double>("momentum"); }).find("is inactive at"), std::string::npos);
  const TrialRecord other = study.trials().at(0);
  EXPECT_EQ(other.get<double>("momentum"), 0.7);
  EXPECT_TRUE(other.get<bool>("nesterov"));
}

TEST(NamedValuesOfRecords, ARecordWithoutASpaceSaysSo) {
  const TrialRecord record{.number = 3, .values = {1.0}};
  for (const std::string& message :
       {message_of([&] { record.get<double>("x"); }), message_of([&] { record["x"]; }),
        message_of([&] { record.text("x"); }), message_of([&] { record.is_active("x"); })})
    EXPECT_EQ(message, "the record has no space, so its parameters have no names; those of a study have one");
}

}  // namespace
}  // namespace craggy
