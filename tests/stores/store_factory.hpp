// The stores that the conformance suite goes over, by name.
#pragma once

#include <memory>
#include <string>

namespace craggy::testing {

/// A place for one store, empty at first, that is gone with the object.
class StorePlace {
 public:
  StorePlace() = default;
  virtual ~StorePlace() = default;
  StorePlace(const StorePlace&) = delete;
  StorePlace& operator=(const StorePlace&) = delete;
  virtual std::string url() const = 0;
};

/// "memory", "sqlite" or "postgres", as far as the test program has them.
std::unique_ptr<StorePlace> make_store_place(const std::string& kind);

}  // namespace craggy::testing
