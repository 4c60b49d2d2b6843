#include "testbeds/python_helper.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include <craggy/base/error.hpp>

namespace craggy::testbeds {
namespace {

namespace fs = std::filesystem;

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

// The nearest folder above this program's file that has `part` in it, or "" if there is none.
fs::path folder_above_with(const fs::path& part) {
  std::error_code ignored;
  for (fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (fs::exists(folder / part, ignored)) return folder;
    if (folder == folder.root_path()) break;
  }
  return {};
}

}  // namespace

std::vector<std::string> python_command(std::string_view name, std::string_view script,
                                        std::string_view environment) {
  if (environment.empty()) environment = name;
  const fs::path part = fs::path("experiments") / name / script;
  fs::path checkout = variable("CRAGGY_CHECKOUT");
  if (checkout.empty()) checkout = folder_above_with(part);
  if (checkout.empty() || !fs::exists(checkout / part))
    throw Error(fmt::format("{} is not in the checkout '{}'; set CRAGGY_CHECKOUT to a checkout of craggy",
                            part.string(), checkout.string()));

  std::string python_variable = fmt::format("CRAGGY_{}_PYTHON", environment);
  std::transform(python_variable.begin(), python_variable.end(), python_variable.begin(),
                 [](unsigned char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
  std::string python = variable(python_variable);
  if (python.empty())
    python = (checkout / "build" / fmt::format("{}-venv", environment) / "bin/python").string();
  if (python.find('/') != std::string::npos && !fs::exists(python))
    throw Error(fmt::format("there is no {}, which {} needs; './run python {}' makes it, or set {}", python,
                            part.string(), environment, python_variable));
  return {python, "-I", (checkout / part).string()};  // -I: nothing but the environment's own packages
}

}  // namespace craggy::testbeds
