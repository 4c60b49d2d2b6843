// A latent scale as text, so that it can be a field of options.
#pragma once

#include <string>
#include <string_view>

#include <craggy/engine/latent_scale.hpp>

namespace craggy {

/// "rotated:0.1d,0", as parse_latent_scale reads it.
std::string to_text(const LatentScale& scale);
void from_text(std::string_view text, LatentScale& scale);

}  // namespace craggy
