// One session with a PostgreSQL server, until it breaks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <craggy/stores/error.hpp>

#include "postgres_library.hpp"
#include "sql_connection.hpp"

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

  /// Throws ConnectionLost, Conflict, or StoreError with what the server said.
  std::vector<SqlRow> execute(const std::string& text, const std::vector<SqlValue>& values);

  /// Several statements, separated by semicolons; the rows of the last one that has any.
  std::vector<SqlRow> execute_all(const std::string& text);

 private:
  struct Answer {
    std::vector<SqlRow> rows;
    std::string command;  // what the server says it has done
  };
  void connect();
  const std::string& prepared(const std::string& text);
  Answer receive();
  void wait_for_answer();
  std::vector<SqlRow> rows_of(const PostgresResult* result) const;
  [[noreturn]] void fail(const PostgresResult* result) const;
  std::string message() const;
  std::string cleaned(const char* text) const;

  const PostgresLibrary& postgres_ = postgres_library();
  const Target& target_;
  std::function<bool()> keep_waiting_;
  std::unique_ptr<PostgresSession, void (*)(PostgresSession*)> session_;
  std::unordered_map<std::string, std::string> statements_;  // their names in this session
};

}  // namespace craggy::stores
