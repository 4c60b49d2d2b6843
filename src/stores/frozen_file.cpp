#include "stores/frozen_file.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "base/plain_reason.hpp"
#include "stores/sqlite_library.hpp"

namespace craggy::stores {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const std::string> make_folder() {
  std::string name = (fs::temp_directory_path() / "craggy-store-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  return {new std::string(name), [](const std::string* folder) {  // NOLINT(cppcoreguidelines-owning-memory)
            std::error_code ignored;
            fs::remove_all(*folder, ignored);
            delete folder;  // NOLINT(cppcoreguidelines-owning-memory)
          }};
}

// SQLite reads the log when it opens a file, and works it in when it closes it.
void work_log_in(const std::string& path) {
  const SqliteLibrary& sqlite = sqlite_library();
  SqliteDatabase* database = nullptr;
  const int code =
      sqlite.open_v2(path.c_str(), &database, sqlite_open_read_write | sqlite_open_no_mutex, nullptr);
  SqliteStatement* statement = nullptr;
  constexpr std::string_view checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
  if (code == sqlite_ok && sqlite.prepare_v2(database, checkpoint.data(), static_cast<int>(checkpoint.size()),
                                             &statement, nullptr) == sqlite_ok)
    sqlite.step(statement);
  sqlite.finalize(statement);
  sqlite.close_v2(database);
}

}  // namespace

bool can_be_written(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return !error && access(real.c_str(), W_OK) == 0 && access(real.parent_path().c_str(), W_OK) == 0;
}

FrozenFile::FrozenFile(const std::string& path) try : path_(fs::canonical(path).string()) {
  const std::string log = path_ + "-wal";
  std::error_code ignored;
  if (!fs::exists(log, ignored) || fs::file_size(log) == 0) return;
  folder_ = make_folder();
  const std::string copy = *folder_ + "/store.db";
  fs::copy_file(path_, copy);
  fs::copy_file(log, copy + "-wal");
  for (const std::string& file : {copy, copy + "-wal"})
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  work_log_in(copy);
  path_ = copy;
} catch (const std::system_error& error) {
  throw StoreError(fmt::format("the store {} cannot be read: {}", path, plain_reason(error)));
}

std::string FrozenFile::uri() const {
  std::string uri = "file:";
  for (const char c : path_) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.' || c == '-' || c == '_';
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?immutable=1";
}

}  // namespace craggy::stores
