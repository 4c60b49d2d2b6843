#include "engine/moves.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.hpp"
#include "space/activity.hpp"
#include "space/codec.hpp"

namespace craggy {
namespace {

constexpr std::uint64_t few_values = 20;
constexpr std::uint64_t all_in_reach = 8;        // as many values in order are tried one by one
constexpr std::array jumps = {0.4, 0.15, 0.05};  // in the unit interval, up and down
constexpr std::uint64_t names_in_reach = 50;     // of more names, so many are tried at a time
constexpr double least_changes = 0.5;            // of parameters without a gradient, per shake

}  // namespace

Moves::Moves(const Space& space) : space_(space), is_parent_(space.size(), false) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    const std::optional<Activity::Rule>& rule = space.activity().rule(i);
    if (rule) is_parent_[rule->parent] = true;
  }
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Domain& domain = space[i].domain;
    const std::optional<std::uint64_t> num_values = space.codec(i).num_values();
    if (!num_values)
      kinds_.push_back(Kind::real);
    else if (std::holds_alternative<Categorical>(domain) || std::holds_alternative<Bool>(domain))
      kinds_.push_back(Kind::names);
    else  // a parent's children would come and go while it is taken for real
      kinds_.push_back(*num_values <= few_values || is_parent_[i] ? Kind::few : Kind::many);
  }
}

double Moves::moved_in_unit(std::size_t i, double code, double by) const {
  double unit = 0.0;
  space_.codec(i).encode(code, std::span(&unit, 1));
  unit = std::clamp(unit + by, 0.0, 1.0);
  return space_.codec(i).decode(std::span<const double>(&unit, 1));
}

std::vector<double> Moves::other_codes(std::size_t i, double code, RandomStream& stream) const {
  const Codec& codec = space_.codec(i);
  std::vector<double> codes;
  const std::uint64_t num_values = codec.num_values().value_or(0);
  if (kinds_[i] == Kind::names && num_values > names_in_reach) {
    for (std::uint64_t n = 0; n < names_in_reach; ++n) codes.push_back(codec.code(stream.below(num_values)));
  } else if (kinds_[i] == Kind::names || (num_values > 0 && num_values <= all_in_reach)) {
    for (std::uint64_t rank = 0; rank < num_values; ++rank) codes.push_back(codec.code(rank));
  } else {
    if (kinds_[i] == Kind::real && !is_parent_[i]) return {};
    for (const double jump : jumps)
      for (const double by : {-jump, jump}) codes.push_back(moved_in_unit(i, code, by));
    if (num_values > 0) {
      const std::uint64_t rank = codec.nearest_rank(code);
      if (rank > 0) codes.push_back(codec.code(rank - 1));
      if (rank + 1 < num_values) codes.push_back(codec.code(rank + 1));
    }
  }
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  std::erase(codes, code);
  return codes;
}

std::vector<Codes> Moves::neighbours(const Codes& full_point, RandomStream& stream) const {
  const Codes point = space_.canonical(full_point);
  std::vector<Codes> result;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    if (!space_.is_active(i, point)) continue;
    for (const double code : other_codes(i, full_point[i], stream)) {
      Codes moved = full_point;
      moved[i] = code;
      result.push_back(moved);
      const Codes there = space_.canonical(moved);
      bool has_woken = false;
      for (std::size_t j = 0; j < space_.size() && is_parent_[i]; ++j)
        if (space_.is_active(j, there) && !space_.is_active(j, point)) {
          moved[j] = space_.codec(j).pick(stream.uniform());
          has_woken = true;
        }
      if (has_woken) result.push_back(std::move(moved));
    }
  }
  return result;
}

Codes Moves::shaken(const Codes& full_point, double distance, RandomStream& stream) const {
  const auto size = static_cast<double>(space_.size());
  const double sd = distance / std::sqrt(size);
  const double probability = std::min(0.5, std::max(distance, least_changes / size));
  Codes result = full_point;
  for (std::size_t i = 0; i < space_.size(); ++i) {
    if (kinds_[i] == Kind::real || kinds_[i] == Kind::many) {
      result[i] = moved_in_unit(i, full_point[i], sd * stream.normal());
    } else if (stream.uniform() < probability) {
      const std::vector<double> others = other_codes(i, full_point[i], stream);
      if (!others.empty()) result[i] = others[stream.below(others.size())];
    }
  }
  return result;
}

Codes Moves::full_point_of(const Codes& point, RandomStream& stream) const {
  Codes full_point = point;
  for (std::size_t i = 0; i < space_.size(); ++i)
    if (!space_.is_active(i, point)) full_point[i] = space_.codec(i).pick(stream.uniform());
  return full_point;
}

}  // namespace craggy
