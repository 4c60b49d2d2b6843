#include "stores/single_name.hpp"

#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <craggy/stores/store.hpp>

namespace craggy::stores {
namespace {

bool look_at(const std::string& path, struct statx& result) {
  return statx(AT_FDCWD, path.c_str(), 0, STATX_BASIC_STATS | STATX_MNT_ID, &result) == 0;
}

// The number of the mount tells more than the device, but kernels before 5.8 do not say it.
bool is_on_another_mount(const struct statx& file, const struct statx& folder) {
  if ((file.stx_mask & folder.stx_mask & STATX_MNT_ID) != 0) return file.stx_mnt_id != folder.stx_mnt_id;
  return file.stx_dev_major != folder.stx_dev_major || file.stx_dev_minor != folder.stx_dev_minor;
}

}  // namespace

void check_single_name(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);  // as SQLite does, too
  struct statx file {};
  struct statx folder {};
  if (error || !look_at(real.string(), file) || !look_at(real.parent_path().string(), folder)) return;
  if (S_ISREG(file.stx_mode) && file.stx_nlink > 1)
    throw StoreError(fmt::format(
        "the store {} has {} names (hard links), and each name would have a log of its own: what is written "
        "through one is not seen through the other. Remove the other names, or copy the file instead (cp, "
        "craggy backup)",
        path, file.stx_nlink));
  if (is_on_another_mount(file, folder))
    throw StoreError(fmt::format(
        "the store {} is mounted as a single file, apart from its folder, so that its log would not be shared: "
        "mount the whole folder into the container instead, or use PostgreSQL",
        path));
}

}  // namespace craggy::stores
