// The stores that a test program goes over: those that need no server, or PostgreSQL, as it is linked.
#pragma once

#include <memory>
#include <string>
#include <vector>

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

std::vector<std::string> store_kinds();
std::vector<std::string> shared_store_kinds();  // that other processes see
std::unique_ptr<StorePlace> make_store_place(const std::string& kind);

}  // namespace craggy::testing
