// A schema of a PostgreSQL server that the test program starts for itself.
#include "support/postgres_server.hpp"
#include "support/store_place.hpp"

namespace craggy::testing {
namespace {

class PostgresPlace final : public StorePlace {
 public:
  std::string url() const override { return url_; }

 private:
  std::string url_ = postgres_server().fresh_url();
};

}  // namespace

std::vector<std::string> store_kinds() { return {"postgres"}; }
std::vector<std::string> shared_store_kinds() { return {"postgres"}; }

std::unique_ptr<StorePlace> make_store_place(const std::string&) { return std::make_unique<PostgresPlace>(); }

}  // namespace craggy::testing
