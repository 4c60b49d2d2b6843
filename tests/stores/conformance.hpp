// What every store has to do: the fixtures of the tests in conformance.cpp, lease_conformance.cpp and
// shared_conformance.cpp, which are compiled once for the stores that need no server and once for PostgreSQL.
#pragma once

#include <gtest/gtest.h>

#include <craggy/stores/store.hpp>

#include "stores/worker.hpp"
#include "support/store_place.hpp"

namespace craggy::testing {

inline StudyDefinition example_definition(const std::string& name = "tune") {
  return {.name = name,
          .direction = "minimise",
          .space = R"-(["x=float(0,1)"])-",
          .options = R"({"surrogate":"random"})",
          .seed = 18446744073709551615U,
          .simd = "v3"};
}

class StoreConformance : public ::testing::TestWithParam<std::string> {
 protected:
  StoreConformance() : place_(make_store_place(GetParam())), store_(open_store(place_->url())) {}

  StudyId make_study(const std::string& name = "tune") {
    return store_->create_study(example_definition(name))->id;
  }

  /// A request by this process.
  static ClaimRequest request() { return {.worker = this_process("me")}; }

  /// A trial with parameters, leased to this process.
  Claim running(StudyId study) {
    ClaimRequest with_params = request();
    with_params.propose = [](TrialNumber number, const News&) {
      return Proposal{.params = "{\"x\":" + std::to_string(number) + "}",
                      .suggestion = R"({"initial":true})"};
    };
    return store_->claim(study, with_params).value();
  }

  TrialRow trial(StudyId study, TrialNumber number) {
    for (TrialRow& row : store_->news(study, 0).trials)
      if (row.number == number) return row;
    throw std::out_of_range("no such trial");
  }

  AttemptRow attempt(StudyId study, TrialNumber trial, AttemptNumber number) {
    for (AttemptRow& row : store_->attempts(study))
      if (row.trial == trial && row.number == number) return row;
    throw std::out_of_range("no such attempt");
  }

  std::unique_ptr<StorePlace> place_;
  std::shared_ptr<Store> store_;
};

/// Stores that other processes see.
class SharedStoreConformance : public StoreConformance {};

}  // namespace craggy::testing
