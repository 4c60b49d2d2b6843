#include "base/fields.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "support/message_of.hpp"

namespace craggy {
namespace {

using testing::message_of;

enum class Colour { red, green };
constexpr std::array<Named<Colour>, 2> names_of(Colour /*any*/) {
  return {{{Colour::red, "dark_red", "red"}, {Colour::green, "green"}}};
}

// A type with a grammar of its own: a number of bars.
struct Length {
  std::size_t bars = 0;
};
std::string to_text(const Length& length) { return std::string(length.bars, '|'); }
void from_text(std::string_view text, Length& length) {
  if (text.find_first_not_of('|') != std::string_view::npos)
    fail_argument("length", text, "it has to be bars");
  length.bars = text.size();
}

struct Engine {
  std::string fuel = "petrol";
  std::optional<std::int64_t> num_valves{};
};

struct Car {
  bool open = false;
  std::optional<bool> heated{};
  std::int64_t num_doors = 4;
  double weight = 1.5;
  std::optional<double> top_speed{};
  Colour colour = Colour::red;
  std::optional<Length> length{};
  Engine engine{};
};

Fields fields_of(Engine& engine) {
  return {field(engine.fuel, {.key = "fuel", .group = "Engine", .names = {"petrol", "diesel"}}),
          field(engine.num_valves,
                {.key = "num_valves", .name = "valves", .group = "Engine", .bound = at_least(2)})};
}

Fields fields_of(Car& car) {
  Fields fields = {
      field(car.open, {.key = "open", .group = "Body", .help = "Without a roof"}),
      field(car.heated,
            {.key = "heated",
             .group = "Body",
             .flags = {{"heated", true, "Warm"}, {"cold", false, "Not warm"}},
             .needs = {.of = "open",
                       .lacks = [&car]() -> std::string_view { return car.open ? "a roof" : ""; }}}),
      field(car.num_doors, {.key = "num_doors", .name = "doors", .group = "Body", .bound = at_least(1)}),
      field(car.weight, {.key = "weight", .group = "Body", .bound = above(0)}),
      field(car.top_speed, {.key = "top_speed", .group = "Engine", .bound = above(1)}),
      field(car.colour, {.key = "colour", .group = "Body"}),
      field(car.length, {.key = "length", .group = "Body"})};
  append(fields, fields_of(car.engine), "engine");
  return fields;
}

TEST(EnumNames, EachValueHasANameAndAWord) {
  EXPECT_EQ(text_of(Colour::red), "dark_red");
  EXPECT_EQ(word_of(Colour::red), "red");
  EXPECT_EQ(word_of(Colour::green), "green");
  EXPECT_EQ(all_names<Colour>(), (std::vector<std::string>{"dark_red", "green"}));
  EXPECT_EQ(all_words<Colour>(), (std::vector<std::string>{"red", "green"}));
}

TEST(EnumNames, BothAreRead) {
  EXPECT_EQ(find_named<Colour>("dark_red"), Colour::red);
  EXPECT_EQ(find_named<Colour>("red"), Colour::red);
  EXPECT_FALSE(find_named<Colour>("blue"));
  EXPECT_FALSE(find_named<Colour>("")) << "green has no other word";
  EXPECT_EQ(message_of([] { parse_named<Colour>("colour", "gren"); }),
            "colour is 'gren', but it has to be one of dark_red, green; did you mean 'green'?");
}

TEST(Fields, AreFoundOutFromTheirTypes) {
  Car car;
  const Fields fields = fields_of(car);
  EXPECT_EQ(find_field(fields, "open").kind, FieldKind::flag);
  EXPECT_EQ(find_field(fields, "num_doors").kind, FieldKind::whole);
  EXPECT_EQ(find_field(fields, "weight").kind, FieldKind::number);
  EXPECT_EQ(find_field(fields, "colour").kind, FieldKind::name);
  EXPECT_EQ(find_field(fields, "length").kind, FieldKind::text);
  EXPECT_TRUE(find_field(fields, "heated").is_optional);
  EXPECT_FALSE(find_field(fields, "open").is_optional);
  EXPECT_EQ(find_field(fields, "colour").names, all_names<Colour>());
  EXPECT_EQ(find_field(fields, "fuel").words, find_field(fields, "fuel").names);
}

TEST(Fields, OfAPartStandWithTheirGroup) {
  Car car;
  const Fields fields = fields_of(car);
  std::string order;
  for (const Field& each : fields) order += std::string(each.key) + " ";
  EXPECT_EQ(order, "open heated num_doors weight top_speed fuel num_valves colour length ")
      << "those of the engine behind its first one";
  EXPECT_EQ(find_field(fields, "fuel").inside, "engine");
  EXPECT_EQ(find_field(fields, "top_speed").inside, "");
  EXPECT_EQ(of_groups(fields, std::array{std::string_view("Engine")}).size(), 3U);
}

TEST(Fields, AreReadAndSetWhereverTheyAre) {
  Car car;
  const Fields fields = fields_of(car);
  EXPECT_EQ(find_field(fields, "num_valves").get(), FieldValue());
  set_option(fields, "num_valves", std::int64_t{16});
  EXPECT_EQ(car.engine.num_valves, 16);
  set_option(fields, "valves", FieldValue());
  EXPECT_FALSE(car.engine.num_valves) << "by its name, and left open again";
  set_option(fields, "weight", std::int64_t{2});
  EXPECT_EQ(car.weight, 2.0) << "a whole number is a number";
  set_option(fields, "colour", std::string("green"));
  EXPECT_EQ(car.colour, Colour::green);
  set_option(fields, "colour", std::string("red"));
  EXPECT_EQ(find_field(fields, "colour").get(), FieldValue(std::string("dark_red")));
  set_option(fields, "length", std::string("|||"));
  EXPECT_EQ(car.length->bars, 3U);
}

TEST(Fields, AreSetFromTexts) {
  Car car;
  const Fields fields = fields_of(car);
  for (const auto& [key, text] : {std::pair{"open", "yes"},
                                  {"heated", "no"},
                                  {"doors", "2"},
                                  {"weight", "1e-3"},
                                  {"top_speed", "250"},
                                  {"fuel", "diesel"},
                                  {"length", "||"}})
    set_option_from_text(fields, key, text);
  EXPECT_TRUE(car.open);
  EXPECT_EQ(car.heated, false);
  EXPECT_EQ(car.num_doors, 2);
  EXPECT_EQ(car.weight, 1e-3);
  EXPECT_EQ(car.top_speed, 250.0);
  EXPECT_EQ(car.engine.fuel, "diesel");
  EXPECT_EQ(craggy::to_text(find_field(fields, "heated").get()), "no");
  EXPECT_EQ(craggy::to_text(find_field(fields, "weight").get()), "0.001");
  EXPECT_EQ(craggy::to_text(find_field(fields, "num_valves").get()), "left open");
}

TEST(Fields, MistakesAreNamed) {
  Car car;
  const Fields fields = fields_of(car);
  const auto message = [&](const char* key, const FieldValue& value) {
    return message_of([&] { set_option(fields, key, value); });
  };
  EXPECT_EQ(message("num_dors", true),
            "the option is 'num_dors', but it has to be one of open, heated, num_doors, weight, top_speed, "
            "fuel, num_valves, colour, length; did you mean 'num_doors'?");
  EXPECT_NE(message("dors", true).find("did you mean 'doors'?"), std::string::npos);
  EXPECT_EQ(message("num_doors", std::int64_t{0}), "num_doors is 0, but it has to be at least 1");
  EXPECT_EQ(message("doors", 2.5), "doors is 2.5, but it has to be a whole number of at least 1");
  EXPECT_EQ(message("doors", FieldValue()),
            "doors is left open, but it has to be a whole number of at least 1");
  EXPECT_EQ(message("open", std::int64_t{1}), "open is 1, but it has to be yes or no");
  EXPECT_EQ(message("weight", 0.0), "weight is 0, but it has to be a finite number above 0");
  EXPECT_EQ(message("weight", INFINITY), "weight is inf, but it has to be a finite number above 0");
  EXPECT_EQ(message("weight", std::string("heavy")),
            "weight is 'heavy', but it has to be a finite number above 0");
  EXPECT_EQ(message("fuel", std::string("desel")),
            "fuel is 'desel', but it has to be one of petrol, diesel; did you mean 'diesel'?");
  EXPECT_EQ(message("length", std::string("long")), "length is long, but it has to be bars");
  EXPECT_EQ(car.num_doors, 4) << "nothing was set";
}

TEST(Fields, TextsThatStandForNoValueAreRefused) {
  Car car;
  const Fields fields = fields_of(car);
  const auto message = [&](const char* key, const char* text) {
    return message_of([&] { set_option_from_text(fields, key, text); });
  };
  EXPECT_EQ(message("doors", "two"), "doors is 'two', but it has to be a whole number of at least 1");
  EXPECT_EQ(message("doors", "0"), "doors is '0', but it has to be a whole number of at least 1");
  EXPECT_EQ(message("doors", "2.0"), "doors is '2.0', but it has to be a whole number of at least 1");
  EXPECT_EQ(message("top_speed", "1"), "top_speed is '1', but it has to be a finite number above 1");
  EXPECT_EQ(message("top_speed", "nan"), "top_speed is 'nan', but it has to be a finite number above 1");
  EXPECT_EQ(message("open", "true"), "open is 'true', but it has to be yes or no");
}

TEST(Fields, AreCheckedWhoeverSetThem) {
  Car car;
  const auto message = [&] { return message_of([&] { check_fields(fields_of(car)); }); };
  EXPECT_EQ(message(), "(no error)");
  car.weight = -1.0;
  EXPECT_EQ(message(), "weight is -1, but it has to be a finite number above 0");
  car = {};
  car.engine.num_valves = 1;
  EXPECT_EQ(message(), "num_valves is 1, but it has to be at least 2");
  car = {};
  car.engine.fuel = "coal";
  EXPECT_EQ(message(), "fuel is 'coal', but it has to be one of petrol, diesel");
}

TEST(Fields, WhatWouldDoNothingIsRefused) {
  Car car;
  car.open = true;
  EXPECT_NO_THROW(check_fields(fields_of(car))) << "nobody has asked for heating";
  car.heated = false;
  EXPECT_EQ(message_of([&] { check_fields(fields_of(car)); }), "open is yes, but heated needs a roof");
}

TEST(Fields, SayWhatTheyTake) {
  Car car;
  const Fields fields = fields_of(car);
  const auto takes = [&](const char* key) { return what_it_takes(find_field(fields, key)); };
  EXPECT_EQ(takes("open"), "yes or no");
  EXPECT_EQ(takes("num_doors"), "a whole number of at least 1");
  EXPECT_EQ(takes("top_speed"), "a finite number above 1");
  EXPECT_EQ(takes("fuel"), "one of petrol, diesel");
  EXPECT_EQ(takes("length"), "a text");
}

}  // namespace
}  // namespace craggy
