#include "output_file.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

namespace craggy::cli {

void write_whole_file(const std::string& path, std::string_view content) {
  const std::string unfinished = path + ".part";
  std::ofstream stream(unfinished, std::ios::binary);
  stream << content;
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(unfinished, path, error);
  if (!stream || error) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw Error(fmt::format("cannot write {}", path));
  }
}

}  // namespace craggy::cli
