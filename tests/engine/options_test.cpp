#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <craggy/engine/options.hpp>

#include "engine/option_fields.hpp"
#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

// These lines do not compile once a struct has another member. It wants a field in the table, then.
TEST(Options, EveryMemberHasItsField) {
  SuggestOptions suggest;
  auto& [s1, s2, s3, s4, s5, s6, s7, s8, s9, inference, s11, s12, s13, s14, s15, s16, last] = suggest;
  auto& [i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, last_of_inference] = inference;
  EXPECT_EQ(fields_of(inference).size(), 13U);
  EXPECT_EQ(fields_of(suggest).size(), 16U + 13U);
  EXPECT_EQ(static_cast<void*>(&last), &suggest.num_initial);
  EXPECT_EQ(static_cast<void*>(&last_of_inference), &suggest.inference.new_latent);
}

TEST(Options, EveryFieldHasAKeyANameAndHelpOfItsOwn) {
  SuggestOptions options;
  std::set<std::string_view> keys;
  std::set<std::string_view> names;
  for (const Field& each : fields_of(options)) {
    EXPECT_TRUE(keys.insert(each.key).second) << each.key;
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_FALSE(each.group.empty()) << each.key;
    EXPECT_FALSE(each.help.empty()) << each.key;
    EXPECT_NE(each.help.back(), '.') << each.key;
    EXPECT_EQ(each.is_optional, !each.left_open.empty()) << each.key << ": what is done if it is left open";
    EXPECT_TRUE(each.kind != FieldKind::name || !each.names.empty()) << each.key;
    EXPECT_EQ(each.get(), find_field(fields_of(options), each.name).get()) << each.key;
  }
}

TEST(Options, CanBeListed) {
  SuggestOptions options;
  const std::vector<FieldDescription> all = describe(fields_of(options));
  const auto of = [&](std::string_view key) {
    return *std::find_if(all.begin(), all.end(),
                         [&](const FieldDescription& each) { return each.key == key; });
  };
  EXPECT_EQ(of("num_draws").name, "draws");
  EXPECT_EQ(of("num_draws").takes, "a whole number of at least 1");
  EXPECT_EQ(of("num_draws").default_value,
            "160, 256 from a warm start for fast, 100 for nuts, 100 for paper");
  EXPECT_EQ(of("num_draws").help, "Draws to keep, all chains together");
  EXPECT_EQ(of("acquisition").takes, "one of ei, lcb, ucb");
  EXPECT_EQ(of("acquisition").default_value, "ei");
}

// Both ways for each field, so that none is bound to another's member.
TEST(Options, EveryFieldSetsItsOwnMember) {
  SuggestOptions options;
  const Fields fields = fields_of(options);
  for (const Field& each : fields) {
    const SuggestOptions before = options;
    FieldValue value = std::string(each.key == "turns" ? "paper,smooth" : "0.3d");
    if (each.kind == FieldKind::flag) value = true;
    if (each.kind == FieldKind::whole) value = std::int64_t{77};
    if (each.kind == FieldKind::number) value = 77.5;
    if (each.kind == FieldKind::name) value = each.names.back();
    set_value(each, each.key, value);
    if (each.kind != FieldKind::text) {
      EXPECT_EQ(each.get(), value) << each.key;
    }
    std::size_t num_changed = 0;
    SuggestOptions copy = before;
    const Fields others = fields_of(copy);
    for (std::size_t i = 0; i < fields.size(); ++i) num_changed += fields[i].get() != others[i].get();
    EXPECT_EQ(num_changed, 1U) << each.key;
    options = before;
  }
}

TEST(Options, WhatWouldDoNothingIsRefused) {
  const auto message = [](const auto& set) {
    SuggestOptions options;
    set(options);
    return message_of([&] { check_options(options, 2); });
  };
  EXPECT_EQ(message([](SuggestOptions&) {}), "(no error)");
  EXPECT_EQ(message([](SuggestOptions& o) {
              o.surrogate = "additive";
              o.main_effects = true;
            }),
            "surrogate is 'additive', but main_effects needs one with a single kernel");
  EXPECT_EQ(message([](SuggestOptions& o) { o.inference.thinning = 2; }),
            "inference is 'fast', but thinning needs 'nuts' or 'paper'");
  EXPECT_EQ(message([](SuggestOptions& o) {
              o.acquisition = "lcb";
              o.incumbent = Incumbent::best_mean;
            }),
            "(no error)")
      << "stored studies may have it";
}

TEST(Options, LengthscalesAreExpectedToGrowWithManyParameters) {
  SuggestOptions options;
  EXPECT_EQ(lengthscale_location(options, 1), 0.0);
  EXPECT_EQ(lengthscale_location(options, 10), 0.0);
  EXPECT_DOUBLE_EQ(lengthscale_location(options, 40), std::log(2.0));
  options.scaled_lengthscales = false;
  EXPECT_EQ(lengthscale_location(options, 40), 0.0);
  options = {.surrogate = "latent"};
  EXPECT_EQ(lengthscale_location(options, 40), 0.0) << "the paper's";
  options.scaled_lengthscales = true;
  EXPECT_DOUBLE_EQ(lengthscale_location(options, 40), std::log(2.0));
  options.surrogate = "warped";
  EXPECT_NE(message_of([&] { check_options(options, 2); }).find("log-normal prior"), std::string::npos);
}

TEST(Options, ALatentScaleIsOneValue) {
  SuggestOptions options;
  const Fields fields = fields_of(options);
  for (const std::string text : {"hierarchical:0.1d,0.01d,0", "rotated:0.14,0", "inferred:0.1d"}) {
    set_option_from_text(fields, "sigma_h", text);
    EXPECT_EQ(find_field(fields, "sigma_h").get(), FieldValue(text));
  }
  EXPECT_EQ(options.sigma_h->rule, LatentScaleRule::inferred);
}

}  // namespace
}  // namespace craggy
