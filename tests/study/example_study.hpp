// A small study whose suggestions cost next to nothing: what is tested with it is the book-keeping.
#pragma once

#include <cmath>
#include <string>

#include <craggy/study/study.hpp>

namespace craggy::testing {

inline StudyOptions example_options(const std::string& name = "tune") {
  SuggestOptions suggest;
  suggest.surrogate = "noiseless";
  suggest.inference.num_chains = 1;
  suggest.inference.num_warmup = 20;
  suggest.inference.num_draws = 4;
  return {.name = name,
          .space = {{"x", Float{-10, 10}}, {"rate", Float{1e-3, 10, true}}},
          .suggest = suggest,
          .seed = 7,
          .worker = {.num_threads = 1}};
}

inline double example_value(const Trial& trial) {
  return std::pow(trial["x"] - 3.0, 2) + std::abs(std::log(trial["rate"]));
}

}  // namespace craggy::testing
