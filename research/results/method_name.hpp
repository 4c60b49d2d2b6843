// Names of methods, SURROGATE[:MODIFIER]*, peer/NAME or random, as tables print and order them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace craggy::results {

struct MethodName {
  std::string surrogate;               // the whole name of a peer
  std::vector<std::string> modifiers;  // empty for a peer
  bool is_peer = false;                // not one of our surrogates; also `random`

  bool has(std::string_view modifier) const;
};

MethodName split_method(std::string_view method);

/// As the paper heads its columns: "GP" for noiseless, "LGP" for latent, "LGP, sampled" with a modifier.
std::string method_title(std::string_view method);

/// The order of columns: the paper's five, craggy, then variants of these by modifier, then peers.
bool method_before(std::string_view a, std::string_view b);

}  // namespace craggy::results
