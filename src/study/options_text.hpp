// What is stored of a study's options, as one JSON object.
#pragma once

#include <string>
#include <string_view>

#include <craggy/study/study.hpp>

namespace craggy {

struct StoredOptions {
  SuggestOptions suggest;
  OnLost on_lost = OnLost::retry;
};

std::string to_text(const StoredOptions& options);

/// Throws InvalidArgument for other texts, and for what a newer version of craggy has written.
StoredOptions parse_options(std::string_view text);

/// "surrogate: latent there, craggy here"; "" if they are the same.
std::string difference(const StoredOptions& there, const StoredOptions& here);

}  // namespace craggy
