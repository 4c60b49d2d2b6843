// Keeps passwords out of messages that others write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace craggy::stores {

/// What must not be shown of a PostgreSQL URL: passwords in it, as they are written and as they are meant.
std::vector<std::string> secrets_of(std::string_view url);

/// The text with every secret replaced by ***, on one line; one of a few characters only where it is a word.
std::string without_secrets(std::string text, const std::vector<std::string>& secrets);

}  // namespace craggy::stores
