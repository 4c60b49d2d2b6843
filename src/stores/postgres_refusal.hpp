// What a PostgreSQL server says at the door, and whether it may let us in later.
#pragma once

#include <string>
#include <string_view>

namespace craggy::stores {

struct PostgresRefusal {
  std::string state{};    // SQLSTATE of the last host that answered; "" if none did
  std::string message{};  // without codes and places in the server's source
};

/// Of an error message of libpq at its highest verbosity: "FATAL:  28P01: password authentication failed".
/// The code is the only part that does not depend on the server's language.
PostgresRefusal parse_refusal(std::string_view text);

/// A server that starts, stops or recovers, or is full, will be there again; wrong passwords, missing
/// databases and missing rights stay what they are.
bool may_pass(const PostgresRefusal& refusal);

}  // namespace craggy::stores
