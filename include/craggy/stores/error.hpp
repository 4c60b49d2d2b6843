// What can go wrong with a store, beyond a caller's mistakes.
#pragma once

#include <craggy/base/error.hpp>

namespace craggy {

/// A store that cannot do what it was asked: a full disk, a file that is no database, a study that somebody
/// has deleted meanwhile. The message names the store, without its password.
class StoreError : public Error {
 public:
  using Error::Error;
};

/// A store that could not be reached, or got at, for as long as StoreOptions::give_up_after says.
class StoreUnreachable : public StoreError {
 public:
  using StoreError::StoreError;
};

}  // namespace craggy
