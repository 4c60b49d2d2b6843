// One session with a PostgreSQL server, until it breaks.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <craggy/stores/store.hpp>

#include "stores/postgres_library.hpp"
#include "stores/sql_connection.hpp"

namespace craggy::stores {

/// The session is broken: what had not been committed is undone.
class ConnectionLost : public StoreError {
 public:
  using StoreError::StoreError;
};

/// The server gave up this transaction in favour of another one, and it may be tried again.
class Conflict : public StoreError {
 public:
  using StoreError::StoreError;
};

class PostgresLink {
 public:
  struct Target {
    std::string url;
    std::string name;                  // for messages
    std::vector<std::string> secrets;  // not for messages
  };

  /// Throws ConnectionLost if there is no server or it has no room yet, StoreError if it refuses us.
  /// `keep_waiting` is asked several times a second while the server thinks: it may throw, or say that it is
  /// enough, which counts as a lost connection.
  PostgresLink(const Target& target, std::function<bool()> keep_waiting);

  struct Answer {
    std::vector<SqlRow> rows{};
    std::string command{};  // what the server says it has done
  };

  /// Sends all of them at once, and waits for the answers. What follows one that fails is not done. Throws
  /// ConnectionLost, Conflict, or StoreError with what the server said.
  std::vector<Answer> execute(const std::vector<SqlQuery>& queries);

 private:
  /// What an answer is to.
  struct Sent {
    std::size_t query;
    bool is_preparation;
  };
  void connect();
  void make_settings();
  void check_encoding() const;
  std::vector<Sent> send(const std::vector<SqlQuery>& queries);
  using Result = std::unique_ptr<PostgresResult, void (*)(PostgresResult*)>;
  Result next_result();
  void wait_for_answer();
  std::vector<SqlRow> rows_of(const PostgresResult* result) const;
  std::exception_ptr failure_of(const PostgresResult* result) const;
  std::string message() const;
  std::string cleaned(const char* text) const;

  const PostgresLibrary& postgres_ = postgres_library();
  const Target& target_;
  std::function<bool()> keep_waiting_;
  std::unique_ptr<PostgresSession, void (*)(PostgresSession*)> session_;
  std::unordered_map<std::string, std::string> statements_;  // their names in this session
  int num_prepared_ = 0;
};

}  // namespace craggy::stores
