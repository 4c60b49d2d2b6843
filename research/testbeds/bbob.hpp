// The functions of BBOB [Hansen2009], the noiseless suite of COCO, from PyPI's coco-experiment.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "problems/problem.hpp"

namespace craggy::testbeds {

struct BbobFunction {
  std::uint32_t function = 0;  // 1 to 24
  std::uint32_t dim = 0;       // 2, 3, 5, 10, 20 or 40
  std::uint32_t instance = 0;  // from 1: where its minimum is, how it is turned and shifted
  auto operator<=>(const BbobFunction&) const = default;
};

/// "bbob_f15_d5_i3".
std::string bbob_name(const BbobFunction& which);

/// What such a name says; nothing if it is another name.
std::optional<BbobFunction> parse_bbob_name(std::string_view name);

/// COCO's name for functions of a kind: "separable", "low or moderate conditioning", "high conditioning",
/// "multi-modal with structure", "multi-modal with weak structure".
std::string_view bbob_group(std::uint32_t function);

/// On [−5, 5] in each coordinate. Calls go to helper processes (experiments/bbob/bbob_server.py). Throws
/// Error if Python or its package is not there.
problems::Problem bbob_problem(const BbobFunction& which);

}  // namespace craggy::testbeds
