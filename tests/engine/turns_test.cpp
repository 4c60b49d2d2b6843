#include "engine/turns.hpp"

#include <gtest/gtest.h>

#include "engine/model.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

SuggestOptions with_turns(std::vector<std::string> names) {
  SuggestOptions options;
  options.turns = Turns{std::move(names)};
  return options;
}

TEST(Turns, AreReadAndWrittenAsOneText) {
  Turns turns;
  from_text("noisy,paper,noisy", turns);
  EXPECT_EQ(turns.names, (std::vector<std::string>{"noisy", "paper", "noisy"}));
  EXPECT_EQ(to_text(turns), "noisy,paper,noisy");
}

TEST(Turns, NameModelsThatExist) {
  Turns turns;
  const auto message = [&](std::string_view text) {
    return testing::message_of([&] { from_text(text, turns); });
  };
  EXPECT_NE(message("noisy,smoth").find("did you mean 'smooth'?"), std::string::npos);
  EXPECT_NE(message("").find("the model"), std::string::npos);
  EXPECT_NE(message("noisy,").find("the model"), std::string::npos);
}

TEST(Turns, LeftOpenAreTheShippedOnes) {
  EXPECT_EQ(turns_of({}), shipped_turns());
  EXPECT_EQ(turns_of(with_turns({"paper"})).names.front(), "paper");
}

TEST(Turns, AreTheModelsOfTheDefault) {
  const SuggestOptions options = with_turns({"paper", "smooth"});
  EXPECT_EQ(models_in_turn(options), 2U);
  const std::vector<ModelEntry> entries = model_entries(options);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "paper");
  EXPECT_EQ(entries[1].summary, turn_model("smooth").summary);
}

TEST(Turns, ThatAProgramSetsAreChecked) {
  EXPECT_EQ(testing::message_of([] { check_options(with_turns({}), 2); }),
            "turns is empty, but there has to be at least one model");
  EXPECT_NE(testing::message_of([] { check_options(with_turns({"papr"}), 2); }).find("did you mean 'paper'?"),
            std::string::npos);
}

TEST(Turns, OfAnotherSurrogateAreRefused) {
  SuggestOptions options = with_turns({"paper"});
  options.surrogate = "latent";
  EXPECT_NE(testing::message_of([&] { check_options(options, 2); }).find("turns"), std::string::npos);
  options.surrogate = "craggy";
  check_options(options, 2);
  options.sigma_h = LatentScale{};
  EXPECT_NE(testing::message_of([&] { check_options(options, 2); }).find("turns"), std::string::npos);
}

}  // namespace
}  // namespace craggy
