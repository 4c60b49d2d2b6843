#include "stores/schema.hpp"

#include <fmt/format.h>

#include <craggy/stores/store.hpp>

#include "base/check.hpp"
#include "stores/sql_rows.hpp"

namespace craggy::stores {
namespace {

using Step = std::vector<std::string> (*)(const SqlDialect&);

// Times are microseconds since 1970 (UTC), constraints a JSON array, the seed a decimal number. What a column
// means is said where its field is, in records.hpp.
std::vector<std::string> first_tables(const SqlDialect& dialect) {
  const std::string free_trials =
      "CREATE INDEX craggy_free_trials ON craggy_trials (study, state, number) "
      "WHERE holder IS NULL AND state IN ('waiting', 'reserved')";
  return {
      fmt::format("CREATE TABLE craggy_studies ("
                  "id {0}, name TEXT NOT NULL UNIQUE, direction TEXT NOT NULL, space TEXT NOT NULL, "
                  "options TEXT NOT NULL, seed TEXT NOT NULL, simd TEXT NOT NULL, created BIGINT NOT NULL, "
                  "revision BIGINT NOT NULL, next_number BIGINT NOT NULL)",
                  dialect.identity),
      fmt::format(
          "CREATE TABLE craggy_trials ("
          "study BIGINT NOT NULL, number BIGINT NOT NULL, "
          "state TEXT NOT NULL, revision BIGINT NOT NULL, params TEXT NOT NULL, "
          "suggestion TEXT NOT NULL, value DOUBLE PRECISION, constraints TEXT, "
          "noise DOUBLE PRECISION, message TEXT NOT NULL, num_attempts BIGINT NOT NULL, "
          "holder BIGINT, decider BIGINT, lost BIGINT NOT NULL, created BIGINT NOT NULL, ended BIGINT, "
          "PRIMARY KEY (study, number)){0}",
          dialect.clustered),
      "CREATE INDEX craggy_trials_by_revision ON craggy_trials (study, revision)",
      free_trials,
      fmt::format(
          "CREATE TABLE craggy_attempts ("
          "study BIGINT NOT NULL, trial BIGINT NOT NULL, number BIGINT NOT NULL, worker TEXT NOT NULL, "
          "host TEXT NOT NULL, machine TEXT NOT NULL, process BIGINT NOT NULL, "
          "process_start BIGINT NOT NULL, started BIGINT NOT NULL, heartbeat BIGINT NOT NULL, "
          "grace BIGINT, outcome TEXT NOT NULL, ended BIGINT, value DOUBLE PRECISION, "
          "constraints TEXT, noise DOUBLE PRECISION, exit_code BIGINT, message TEXT NOT NULL, "
          "PRIMARY KEY (study, trial, number)){0}",
          dialect.clustered),
      "CREATE INDEX craggy_open_attempts ON craggy_attempts (study, trial, number) WHERE outcome = 'open'",
      fmt::format("CREATE TABLE craggy_warm_states ("
                  "study BIGINT NOT NULL, trial BIGINT NOT NULL, "
                  "bytes {0} NOT NULL, PRIMARY KEY (study, trial))",
                  dialect.blob),
  };
}

std::vector<std::string> marks_of_commits(const SqlDialect& dialect) {
  if (!dialect.answers_may_be_lost) return {};
  return {
      "CREATE TABLE craggy_sessions (id BIGINT PRIMARY KEY, number BIGINT NOT NULL, written BIGINT NOT "
      "NULL)"};
}

std::vector<std::string> notes(const SqlDialect& dialect) {
  return {
      fmt::format("CREATE TABLE craggy_notes ("
                  "study BIGINT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, "
                  "PRIMARY KEY (study, name)){0}",
                  dialect.clustered)};
}

std::vector<std::string> outputs(const SqlDialect& dialect) {
  return {
      fmt::format("CREATE TABLE craggy_outputs ("
                  "study BIGINT NOT NULL, trial BIGINT NOT NULL, attempt BIGINT NOT NULL, "
                  "output TEXT NOT NULL, errors TEXT NOT NULL, PRIMARY KEY (study, trial, attempt)){0}",
                  dialect.clustered)};
}

// Step i leads from version i to version i + 1. Steps that were once released stay as they are.
const std::vector<Step>& steps() {
  static const std::vector<Step> all = {first_tables, marks_of_commits, notes, outputs};
  return all;
}

}  // namespace

int schema_version() { return static_cast<int>(steps().size()); }

void bring_up_to_date(SqlConnection& connection, bool create) {
  const auto read_version = [&] {
    const std::vector<SqlRow> rows = connection.execute("SELECT version FROM craggy_schema");
    return rows.empty() ? 0 : to_integer(rows.front().front());
  };
  const auto check = [&](std::int64_t version) {
    if (version > schema_version())
      throw StoreError(
          fmt::format("the store {} was written by a newer craggy (its tables have version {}, this craggy "
                      "knows up to {}); nothing was changed, use that craggy",
                      connection.name(), version, schema_version()));
  };
  std::int64_t version = 0;
  bool is_ours = false;
  connection.run(Durability::read, [&] {
    is_ours =
        !connection.execute(std::string(connection.dialect().find_table), {std::string("craggy_schema")})
             .empty();
    version = is_ours ? read_version() : 0;
    return true;
  });
  check(version);
  if (version == schema_version()) return;
  if (!is_ours && !create)
    fail_argument("the store", fmt::format("'{}'", connection.name()), "there are no tables of craggy in it");
  connection.run(Durability::full, [&] {
    if (!connection.dialect().lock_schema.empty())
      connection.execute(std::string(connection.dialect().lock_schema));
    connection.execute("CREATE TABLE IF NOT EXISTS craggy_schema (version BIGINT NOT NULL)");
    version = read_version();  // somebody may have been quicker
    check(version);
    for (auto step = static_cast<std::size_t>(version); step < steps().size(); ++step)
      for (const std::string& statement : steps()[step](connection.dialect())) connection.execute(statement);
    connection.execute("DELETE FROM craggy_schema");
    connection.execute("INSERT INTO craggy_schema (version) VALUES ($1)",
                       {SqlValue(std::int64_t{schema_version()})});
    return true;
  });
}

}  // namespace craggy::stores
