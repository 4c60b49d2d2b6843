// A store that lives and ends with the process.
#pragma once

#include <memory>

#include "stores/backend.hpp"

namespace craggy::stores {

std::unique_ptr<Backend> make_memory_backend();

}  // namespace craggy::stores
