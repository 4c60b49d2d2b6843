#include "input_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::cli {

std::string read_input(const std::string& what, const std::string& path) {
  using Bytes = std::istreambuf_iterator<char>;
  if (path == "-") return {Bytes(std::cin), Bytes()};
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    fail_argument(what, fmt::format("'{}'", path), "that is a folder, not a file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream.is_open() && errno == ENOENT)
    fail_argument(what, fmt::format("'{}'", path), "there is no such file");
  std::string text{Bytes(stream), Bytes()};
  if (!stream.is_open() || stream.bad())
    fail_argument(what, fmt::format("'{}'", path),
                  fmt::format("it cannot be read: {}", std::generic_category().message(errno)));
  return text;
}

}  // namespace craggy::cli
