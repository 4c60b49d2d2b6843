#include "bench/scratch_folder.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

#include "bench/stopwatch.hpp"

namespace craggy::cli {

ScratchFolder::ScratchFolder()
    : path_((std::filesystem::temp_directory_path() / "craggy_bench_XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) throw Error("no temporary folder can be made");
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

double sync_seconds(const ScratchFolder& folder) {
  const std::string file = folder.path() + "/sync";
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::array<char, 4096> page{};
  std::vector<double> seconds;
  for (int i = 0; descriptor >= 0 && i < 101; ++i) {
    if (pwrite(descriptor, page.data(), page.size(), 0) < 0) break;
    const Stopwatch watch;
    fdatasync(descriptor);
    seconds.push_back(watch.seconds());
  }
  close(descriptor);
  if (seconds.empty()) throw Error(fmt::format("nothing can be written to {}", folder.path()));
  return median(seconds);
}

}  // namespace craggy::cli
