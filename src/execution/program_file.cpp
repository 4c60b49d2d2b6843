#include "execution/program_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "base/printable.hpp"
#include "base/text.hpp"

namespace craggy::execution {
namespace {

namespace fs = std::filesystem;

// Linux can be told to start other files too, as those of Java or of another processor.
bool starts_other_files() {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc/sys/fs/binfmt_misc", error))
    if (entry.path().filename() != "register" && entry.path().filename() != "status") return true;
  return false;
}

// Of a script: its first line names the program that reads it.
std::string reason_against(std::string_view first_line) {
  std::string_view interpreter = first_line.substr(2);
  interpreter.remove_prefix(std::min(interpreter.find_first_not_of(" \t"), interpreter.size()));
  interpreter = interpreter.substr(0, interpreter.find_first_of(" \t"));
  std::error_code error;
  if (interpreter.empty() || fs::exists(fs::path(interpreter), error)) return "";
  if (interpreter.ends_with('\r'))
    return "its first line ends with a carriage return, as on Windows, which dos2unix takes away";
  return fmt::format("its first line asks for '{}', which is not there", excerpt(interpreter));
}

}  // namespace

std::string reason_not_to_start(const std::string& path) {
  constexpr std::string_view binary(
      "\x7f"
      "ELF",
      4);
  constexpr std::size_t longest_first_line = 256;  // that the system reads
  std::string begin(longest_first_line, '\0');
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return "";  // one may execute what one cannot read
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(stream.gcount()));
  if (begin.starts_with("#!")) return reason_against(std::string_view(begin).substr(0, begin.find('\n')));
  if (begin.starts_with(binary) || starts_other_files()) return "";
  return "it is neither a program of this system nor a script, which begins with a line such as #!/bin/sh";
}

}  // namespace craggy::execution
