// Text with placeholders in braces: {name} stands for something else, {{ and }} for braces.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::execution {

struct BracePart {
  std::string text;  // as it is, or what stands between the braces
  bool is_placeholder = false;
};

/// Is told what is wrong with a text, and throws.
using FailText = std::function<void(const std::string& rule)>;

/// At least one part. Calls `fail` for a brace that stands alone.
std::vector<BracePart> split_at_braces(std::string_view text, const FailText& fail);

/// The position of a name. Calls `fail`, with a guess at what was meant, if it is not known.
std::size_t find_placeholder(const std::string& name, std::span<const std::string> known,
                             const FailText& fail);

}  // namespace craggy::execution
