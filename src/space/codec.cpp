#include "space/codec.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace craggy {
namespace {

constexpr double chosen = 0.5 * std::numbers::sqrt2;

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

using AnyCodec = std::variant<FloatCodec, GridCodec, LogIntCodec, ChoiceCodec, BoolCodec>;

AnyCodec make_codec(const Domain& domain) {
  return std::visit(
      Overloaded{[](const Float& real) -> AnyCodec { return FloatCodec(real); },
                 [](const Step& step) -> AnyCodec { return GridCodec(step); },
                 [](const Int& whole) -> AnyCodec {
                   if (whole.log) return LogIntCodec(whole);
                   return GridCodec(whole);
                 },
                 [](const Categorical& categories) -> AnyCodec { return ChoiceCodec(categories); },
                 [](const Bool&) -> AnyCodec { return BoolCodec(); }},
      domain);
}

}  // namespace

void ChoiceCodec::encode(double code, std::span<double> unit) {
  std::fill(unit.begin(), unit.end(), 0.0);
  unit[static_cast<std::size_t>(code)] = chosen;
}

double ChoiceCodec::decode(std::span<const double> unit) {
  return static_cast<double>(std::max_element(unit.begin(), unit.end()) - unit.begin());
}

Codec::Codec(const Domain& domain) : codec_(make_codec(domain)) {}

std::size_t Codec::num_inputs() const {
  const auto* choice = std::get_if<ChoiceCodec>(&codec_);
  return choice != nullptr ? choice->num_values() : 1;
}

std::optional<std::uint64_t> Codec::num_values() const {
  return std::visit(
      Overloaded{[](const FloatCodec&) { return std::optional<std::uint64_t>(); },
                 [](const BoolCodec&) { return std::optional<std::uint64_t>(2); },
                 [](const auto& codec) { return std::optional<std::uint64_t>(codec.num_values()); }},
      codec_);
}

double Codec::first() const {
  const auto* real = std::get_if<FloatCodec>(&codec_);
  return real != nullptr ? real->first() : code(0);
}

bool Codec::contains(double code) const {
  const auto* real = std::get_if<FloatCodec>(&codec_);
  if (real != nullptr) return real->contains(code);
  return std::isfinite(code) && this->code(nearest_rank(code)) == code;
}

double Codec::code(std::uint64_t rank) const {
  return std::visit(Overloaded{[](const FloatCodec& real) { return real.first(); },
                               [&](const ChoiceCodec&) { return static_cast<double>(rank); },
                               [&](const BoolCodec&) { return static_cast<double>(rank); },
                               [&](const auto& codec) { return codec.code(rank); }},
                    codec_);
}

std::uint64_t Codec::nearest_rank(double code) const {
  const auto nearest_of = [&](std::uint64_t num_values) {
    return static_cast<std::uint64_t>(std::clamp(std::round(code), 0.0, static_cast<double>(num_values - 1)));
  };
  return std::visit(Overloaded{[](const FloatCodec&) { return std::uint64_t{0}; },
                               [&](const ChoiceCodec& choice) { return nearest_of(choice.num_values()); },
                               [&](const BoolCodec&) { return nearest_of(2); },
                               [&](const auto& codec) { return codec.nearest_rank(code); }},
                    codec_);
}

void Codec::encode(double code, std::span<double> unit) const {
  std::visit(Overloaded{[&](const ChoiceCodec&) { ChoiceCodec::encode(code, unit); },
                        [&](const BoolCodec&) { unit[0] = code; },
                        [&](const auto& codec) { unit[0] = codec.encode(code); }},
             codec_);
}

double Codec::decode(std::span<const double> unit) const {
  return std::visit(Overloaded{[&](const ChoiceCodec&) { return ChoiceCodec::decode(unit); },
                               [&](const BoolCodec&) { return unit[0] < 0.5 ? 0.0 : 1.0; },
                               [&](const auto& codec) { return codec.decode(unit[0]); }},
                    codec_);
}

double Codec::pick(double share) const {
  const auto* choice = std::get_if<ChoiceCodec>(&codec_);
  if (choice == nullptr) return decode(std::span<const double>(&share, 1));
  const auto num_choices = static_cast<double>(choice->num_values());
  return std::min(std::floor(share * num_choices), num_choices - 1.0);
}

}  // namespace craggy
