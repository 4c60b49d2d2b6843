// Where stores are, with passwords that are to stay secret.
#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>

#include "fuzz/target.hpp"

void craggy::fuzz::one_input(std::string_view text) {
  const std::string shown = redacted(text);
  expect(redacted(shown) == shown, "what has nothing to hide is left alone");
  try {
    parse_store_url(text);
  } catch (const InvalidArgument&) {
    return;  // said why
  }
}
