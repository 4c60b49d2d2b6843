// A database that we may read but not write, as SQLite can open it: as it is, or, where a log lies beside it,
// as a copy into which the log has been worked.
#pragma once

#include <memory>
#include <string>

namespace craggy::stores {

/// Whether this process may write both the file and its folder.
bool can_be_written(const std::string& path);

class FrozenFile {
 public:
  /// Throws StoreError if a copy is needed and cannot be made.
  explicit FrozenFile(const std::string& path);

  /// For SQLITE_OPEN_URI: says that nobody will change the file.
  std::string uri() const;

 private:
  std::string path_;
  std::shared_ptr<const std::string> folder_;  // of the copy; removed with the last owner
};

}  // namespace craggy::stores
