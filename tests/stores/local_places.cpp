// Stores that need no server.
#include <stdexcept>

#include "conformance.hpp"
#include "store_factory.hpp"
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

std::unique_ptr<StorePlace> make_store_place(const std::string& kind) {
  if (kind == "memory") return std::make_unique<MemoryPlace>();
  if (kind == "sqlite") return std::make_unique<SqlitePlace>();
  throw std::invalid_argument("no store " + kind);
}

INSTANTIATE_TEST_SUITE_P(Local, StoreConformance, ::testing::Values("memory", "sqlite"),
                         [](const auto& each) { return each.param; });
INSTANTIATE_TEST_SUITE_P(Local, SharedStoreConformance, ::testing::Values("sqlite"),
                         [](const auto& each) { return each.param; });

}  // namespace craggy::testing
