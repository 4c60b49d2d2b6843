// What a program wrote, made harmless for terminals, logs and stores.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace craggy {

/// Valid UTF-8 without control characters: line feeds and tabs stay, everything else of that kind and every
/// byte that is not UTF-8 becomes \xNN.
std::string printable(std::string_view bytes);

/// The same on one line and, where it is longer than `length` bytes, with "…" in place of the rest.
std::string excerpt(std::string_view bytes, std::size_t length = 60);

}  // namespace craggy
