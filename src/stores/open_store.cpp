#include <craggy/stores/store.hpp>
#include <craggy/stores/url.hpp>

#include "stores/memory_backend.hpp"
#include "stores/postgres_connection.hpp"
#include "stores/sql_backend.hpp"
#include "stores/sqlite_connection.hpp"

namespace craggy {
namespace {

std::unique_ptr<stores::Backend> make_backend(const MemoryUrl&, const StoreOptions&) {
  return stores::make_memory_backend();
}

std::unique_ptr<stores::Backend> make_backend(const SqliteUrl& url, const StoreOptions& options) {
  return stores::make_sql_backend(stores::open_sqlite(url, options), options.create);
}

std::unique_ptr<stores::Backend> make_backend(const PostgresUrl& url, const StoreOptions& options) {
  return stores::make_sql_backend(stores::open_postgres(url, options), options.create);
}

}  // namespace

std::shared_ptr<Store> open_store(std::string_view url, const StoreOptions& options) {
  const StoreUrl parsed = parse_store_url(url);
  auto backend = std::visit([&](const auto& each) { return make_backend(each, options); }, parsed);
  return std::make_shared<Store>(redacted(url), std::move(backend));
}

}  // namespace craggy
