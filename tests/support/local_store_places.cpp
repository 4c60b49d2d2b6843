// Stores that need no server.
#include "support/store_place.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::testing {
namespace {

class MemoryPlace final : public StorePlace {
 public:
  std::string url() const override { return "memory:"; }
};

class SqlitePlace final : public StorePlace {
 public:
  std::string url() const override { return "sqlite:///" + folder_.path() + "/store.db"; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

std::vector<std::string> store_kinds() { return {"memory", "sqlite"}; }
std::vector<std::string> shared_store_kinds() { return {"sqlite"}; }

std::unique_ptr<StorePlace> make_store_place(const std::string& kind) {
  if (kind == "memory") return std::make_unique<MemoryPlace>();
  return std::make_unique<SqlitePlace>();
}

}  // namespace craggy::testing
