// Who may ask the dashboard for anything: from which pages, by which name of the machine, with which token.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dashboard/http_message.hpp"

namespace craggy::cli {

struct GuardOptions {
  std::string token{};                    // "" for none
  std::string base_path{};                // "/craggy", or ""
  std::vector<std::string> host_names{};  // beside localhost, the machine's own name and addresses in numbers
};

/// Whether `host` is this machine and no other.
bool is_loopback(std::string_view host);

/// Takes the same time wherever the texts begin to differ.
bool are_equal(std::string_view secret, std::string_view given);

class Guard {
 public:
  explicit Guard(GuardOptions options);

  /// The answer to a request that goes no further: it is refused, or it has brought the token. Else nothing,
  /// and `request.path` is without the base path from then on.
  std::optional<HttpResponse> check(HttpRequest& request) const;

 private:
  bool is_known_host(std::string_view header) const;
  bool knows_token(const HttpRequest& request) const;
  std::optional<HttpResponse> log_in(const HttpRequest& request) const;
  std::string root() const { return options_.base_path + "/"; }

  GuardOptions options_;
};

/// What every response says to the browser: load nothing from elsewhere, run no scripts but ours, be no part
/// of another page.
void add_security_headers(HttpResponse& response);

}  // namespace craggy::cli
