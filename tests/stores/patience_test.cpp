// How long a store is waited for, where nobody says how long.
#include "stores/patience.hpp"

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "stores/sqlite_connection.hpp"
#include "support/scoped_variable.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::stores {
namespace {

using std::chrono::milliseconds;
using testing::ScopedVariable;

constexpr const char* patience_variable = "CRAGGY_STORE_PATIENCE";

TEST(Patience, IsTwoMinutesUnlessTheEnvironmentSaysOtherwise) {
  EXPECT_EQ(usual_patience(), std::chrono::minutes(2));
  for (const auto& [text, limit] :
       {std::pair("", milliseconds(120'000)), std::pair("0", milliseconds(0)),
        std::pair("0.25", milliseconds(250)), std::pair("3600", milliseconds(3'600'000))}) {
    const ScopedVariable set(patience_variable, text);
    EXPECT_EQ(usual_patience(), limit) << text;
  }
}

TEST(Patience, AVariableThatMakesNoSenseIsRefused) {
  for (const char* text : {"-1", "nan", "inf", "1e9", "2m", "five", " 5"}) {
    const ScopedVariable set(patience_variable, text);
    try {
      usual_patience();
      ADD_FAILURE() << text;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(std::string(error.what()),
                std::string("the variable CRAGGY_STORE_PATIENCE is '") + text +
                    "', but it has to be a number of seconds from 0 to 10000000, such "
                    "as 120");
    }
  }
}

TEST(Patience, AStoreIsWaitedForAsLongAsTheEnvironmentSays) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/store.db";
  const ScopedVariable set(patience_variable, "0.15");
  const auto store = open_store(path);
  const auto blocker = open_sqlite({path}, {});
  blocker->run(Durability::full, [&] {
    try {
      store->create_study({.name = "tune"});
      ADD_FAILURE() << "it did not give up";
    } catch (const StoreUnreachable& error) {
      EXPECT_EQ(std::string(error.what()),
                "the store " + path + " was in use by others for 0.15 s without a pause");
    }
    return true;
  });
}

TEST(Patience, WhatAProgramSaysGoesFirst) {
  const ScopedVariable set(patience_variable, "7");
  EXPECT_EQ(Patience({}, milliseconds(1), milliseconds(2)).limit(), milliseconds(7000));
  EXPECT_EQ(Patience({.give_up_after = milliseconds(40)}, milliseconds(1), milliseconds(2)).limit(),
            milliseconds(40));
}

}  // namespace
}  // namespace craggy::stores
