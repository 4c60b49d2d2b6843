#include "stores/dynamic_library.hpp"

#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

#include <craggy/stores/store.hpp>

namespace craggy::stores {

DynamicLibrary::DynamicLibrary(std::string file, std::string package)
    : file_(std::move(file)), package_(std::move(package)) {
  void* handle = dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    throw StoreError(
        fmt::format("this store needs the library {}, which is not there; on Debian it is in the package {}",
                    file_, package_));
  handle_ = std::shared_ptr<void>(handle, [](void* library) { dlclose(library); });
}

bool DynamicLibrary::is_there(const std::string& file) {
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

void* DynamicLibrary::symbol(const char* name) const {
  if (linked_ != nullptr) return linked_->at(name);
  void* found = dlsym(handle_.get(), name);
  if (found == nullptr)
    throw StoreError(
        fmt::format("the library {} has no {}; it is too old (on Debian it is in the package {})", file_,
                    name, package_));
  return found;
}

}  // namespace craggy::stores
