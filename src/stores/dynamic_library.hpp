// A shared library that is loaded when it is first needed, so that building needs nothing of it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace craggy::stores {

/// Functions that are inside the program, by name.
using LinkedFunctions = std::map<std::string_view, void*>;

class DynamicLibrary {
 public:
  /// Throws StoreError, naming the Debian package to install, if there is no such library.
  DynamicLibrary(std::string file, std::string package);

  /// No library of its own, but functions that have to outlive it.
  explicit DynamicLibrary(const LinkedFunctions& linked) : linked_(&linked) {}

  static bool is_there(const std::string& file);

  /// Throws StoreError if the library has no such function.
  template <class Function>
  void find(const char* name, Function*& function) const {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym() has to give is a void*
    function = reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;

  std::string file_{};
  std::string package_{};
  std::shared_ptr<void> handle_{};
  const LinkedFunctions* linked_ = nullptr;
};

}  // namespace craggy::stores
