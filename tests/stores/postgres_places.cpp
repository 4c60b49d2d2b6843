// A schema of a PostgreSQL server that the test program starts for itself.
#include <stdexcept>

#include "conformance.hpp"
#include "store_factory.hpp"
#include "support/postgres_server.hpp"

namespace craggy::testing {
namespace {

class PostgresPlace final : public StorePlace {
 public:
  std::string url() const override { return url_; }

 private:
  std::string url_ = postgres_server().fresh_url();
};

}  // namespace

std::unique_ptr<StorePlace> make_store_place(const std::string& kind) {
  if (kind == "postgres") return std::make_unique<PostgresPlace>();
  throw std::invalid_argument("no store " + kind);
}

INSTANTIATE_TEST_SUITE_P(Server, StoreConformance, ::testing::Values("postgres"),
                         [](const auto& each) { return each.param; });
INSTANTIATE_TEST_SUITE_P(Server, SharedStoreConformance, ::testing::Values("postgres"),
                         [](const auto& each) { return each.param; });

}  // namespace craggy::testing
