#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>
#include <craggy/stores/url.hpp>

#include "base/check.hpp"
#include "stores/copy_database.hpp"
#include "stores/part_of_database.hpp"
#include "stores/schema.hpp"
#include "stores/sqlite_connection.hpp"

namespace craggy {
namespace {

namespace fs = std::filesystem;

void sync(const std::string& path) {
  const int descriptor =
      open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// Under another name until it is whole, so that a backup that is there is a good one.
void copy(const SqliteUrl& url, const std::string& file, StoreOptions options) {
  options.create = false;
  const std::unique_ptr<stores::SqlConnection> connection = stores::open_sqlite(url, options);
  stores::bring_up_to_date(*connection, false);
  const std::string unfinished = file + ".part";
  std::error_code ignored;
  fs::remove(unfinished, ignored);
  stores::copy_database(*connection, unfinished);
  sync(unfinished);
  std::error_code error;
  fs::create_hard_link(unfinished, file, error);  // unlike a rename it never replaces anything
  if (!error) fs::remove(unfinished, error);
  if (error) {
    fs::remove(unfinished, ignored);
    throw StoreError(fmt::format("the backup {} cannot be written: {}", file, error.message()));
  }
  sync(fs::absolute(file).parent_path().string());
}

}  // namespace

void back_up_store(std::string_view url, const std::string& file, const StoreOptions& options) {
  const StoreUrl parsed = parse_store_url(url);
  const auto* sqlite = std::get_if<SqliteUrl>(&parsed);
  if (sqlite == nullptr)
    fail_argument(
        "the store", fmt::format("'{}'", redacted(url)),
        "only a SQLite file is copied like that; for PostgreSQL there is pg_dump --table='craggy_*'");
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored)))
    fail_argument("the backup", fmt::format("'{}'", file),
                  "there is such a file already, and it is left alone");
  if (stores::is_part_of_database(file))
    fail_argument("the backup", fmt::format("'{}'", file),
                  "that is the name of another database's log or index");
  copy(*sqlite, file, options);
}

}  // namespace craggy
