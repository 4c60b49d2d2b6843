// Properties that have to hold for generated input: RapidCheck with a fixed seed, so that every run tries the
// same cases.
#pragma once

#include <sstream>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include "support/effort.hpp"

namespace craggy::testing {

/// Runs `property`, a callable that draws its input by rc::gen and states facts by RC_ASSERT; ten times as
/// often with full effort. A failing case is shrunk and shown.
template <typename Property>
void expect_property(Property&& property, int num_cases = 500) {
  rc::detail::TestParams params;
  params.seed = 20200612;
  params.maxSuccess = full_effort() ? 10 * num_cases : num_cases;
  rc::detail::TestListenerAdapter silent;
  const auto result = rc::detail::checkProperty(rc::detail::toProperty(std::forward<Property>(property)),
                                                rc::detail::TestMetadata{}, params, silent, {});
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  ADD_FAILURE() << message.str();
}

}  // namespace craggy::testing
