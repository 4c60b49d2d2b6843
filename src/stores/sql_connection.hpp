// A connection to an SQL database, so that one set of statements serves all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <craggy/stores/records.hpp>

#include "stores/backend.hpp"

namespace craggy::stores {

struct Blob {
  std::string bytes;
};

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;
using SqlRow = std::vector<SqlValue>;

/// Values are bound to $1, $2, … of the text, never part of it.
struct SqlQuery {
  std::string text;
  std::vector<SqlValue> values{};
};

/// Where databases want different words.
struct SqlDialect {
  std::string_view blob;         // the type of bytes
  std::string_view identity;     // of a primary key that counts by itself
  std::string_view clustered;    // after a table whose rows are to lie in the order of its key
  std::string_view for_update;   // after a query whose rows are to be locked
  std::string_view skip_locked;  // likewise, leaving out rows that are locked
  bool nested_changes;           // whether a change may be part of another statement
  std::string_view find_table;   // a query that gives a row if there is a table $1
  bool answers_may_be_lost;      // whether a commit has to leave a mark, to be asked about later
  std::string_view lock_schema;  // a statement that keeps others from changing tables; may be empty
};

class SqlConnection {
 public:
  SqlConnection() = default;
  virtual ~SqlConnection() = default;
  SqlConnection(const SqlConnection&) = delete;
  SqlConnection& operator=(const SqlConnection&) = delete;

  virtual const SqlDialect& dialect() const = 0;
  virtual std::string_view name() const = 0;  // the store's URL, without a password

  /// The rows of each, in one go: a server is asked once for all.
  virtual std::vector<std::vector<SqlRow>> execute_all(std::vector<SqlQuery> queries) = 0;

  /// For what gives no rows. It may be done only when something else is executed, or with the commit.
  virtual void post(SqlQuery query) = 0;

  std::vector<SqlRow> execute(std::string text, std::vector<SqlValue> values = {}) {
    std::vector<SqlQuery> queries;
    queries.push_back({std::move(text), std::move(values)});
    return std::move(execute_all(std::move(queries)).front());
  }

  /// When the transaction began.
  virtual Timestamp now() const = 0;

  /// Runs the body in a transaction that is committed if it returns true, again if need be.
  virtual void run(Durability durability, const std::function<bool()>& body) = 0;
};

}  // namespace craggy::stores
