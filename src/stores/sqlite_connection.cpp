#include "stores/sqlite_connection.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <craggy/stores/store.hpp>

#include "base/check.hpp"
#include "stores/copy_database.hpp"
#include "stores/frozen_file.hpp"
#include "stores/patience.hpp"
#include "stores/single_name.hpp"
#include "stores/sqlite_files.hpp"
#include "stores/sqlite_library.hpp"
#include "stores/sqlite_values.hpp"

namespace craggy::stores {
namespace {

constexpr SqlDialect sqlite_dialect = {
    .blob = "BLOB",
    .identity = "INTEGER PRIMARY KEY AUTOINCREMENT",
    .clustered = " WITHOUT ROWID",
    .for_update = "",  // a transaction that may write is alone
    .skip_locked = "",
    .nested_changes = false,
    .find_table = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1",
    .answers_may_be_lost = false,
    .lock_schema = "",
};

// Another process is at it. Never leaves this file.
class Busy : public StoreError {
 public:
  using StoreError::StoreError;
};

// There is no room left on the disk. Never leaves this file.
class Full : public StoreError {
 public:
  using StoreError::StoreError;
};

class SqliteConnection final : public SqlConnection {
 public:
  SqliteConnection(std::string path, const StoreOptions& options, std::chrono::milliseconds checkpoint_after)
      : path_(std::move(path)),
        may_create_(options.create),
        checkpoint_after_(checkpoint_after),
        patience_(options, std::chrono::microseconds(300), std::chrono::milliseconds(20)) {
    check_single_name(path_);
    check_no_orphaned_log(path_);
    open(path_, sqlite_open_read_write | (options.create ? sqlite_open_create : 0));
    with_patience([&] { prepare_file(); });
    is_open_ = true;
  }

  /// Of a file that nobody can change: `frozen` is the file itself or a copy of it.
  SqliteConnection(std::string path, const StoreOptions& options, FrozenFile frozen)
      : path_(std::move(path)),
        patience_(options, std::chrono::microseconds(300), std::chrono::milliseconds(20)),
        frozen_(std::move(frozen)) {
    open(frozen_->uri(), sqlite_open_read_only | sqlite_open_uri);
  }

  const SqlDialect& dialect() const override { return sqlite_dialect; }
  std::string_view name() const override { return path_; }
  Timestamp now() const override { return now_; }

  std::vector<std::vector<SqlRow>> execute_all(std::vector<SqlQuery> queries) override {
    std::vector<std::vector<SqlRow>> answers;
    answers.reserve(queries.size());
    for (const SqlQuery& query : queries) answers.push_back(execute_one(query.text, query.values));
    return answers;
  }

  void post(SqlQuery query) override { execute_one(query.text, query.values); }

  void run(Durability durability, const std::function<bool()>& body) override {
    check_not_lost();
    check_index();
    bool committed = false;
    with_patience([&] {
      execute(durability == Durability::read ? "BEGIN" : "BEGIN IMMEDIATE");
      if (durability != Durability::read && files_) check_in_place();
      now_ = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
      try {
        committed = body();
        execute(committed ? "COMMIT" : "ROLLBACK");
      } catch (...) {
        roll_back();
        throw;
      }
    });
    if (!committed || !survives_power_cut(durability)) return;
    sync_log();
    check_in_place();  // what is on the disk has to be found there, too
    checkpoint_now_and_then();
  }

 private:
  void open(const std::string& name, int flags) {
    SqliteDatabase* database = nullptr;
    const int code = sqlite_.open_v2(name.c_str(), &database, flags | sqlite_open_no_mutex, nullptr);
    database_ = {database, sqlite_.close_v2};
    if (code != sqlite_ok) fail("cannot be opened");
    sqlite_.busy_handler(database, &SqliteConnection::wait_while_busy, this);
  }

  std::vector<SqlRow> execute_one(const std::string& text, const std::vector<SqlValue>& values) {
    SqliteStatement* statement = prepared(text);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!bind(sqlite_, statement, i + 1, values[i])) fail("cannot take a value");
    std::vector<SqlRow> rows;
    errno = 0;
    int code = sqlite_.step(statement);
    for (; code == sqlite_row; code = sqlite_.step(statement)) rows.push_back(read_row(sqlite_, statement));
    if (code == sqlite_done) {
      sqlite_.reset(statement);
      sqlite_.clear_bindings(statement);
      return rows;
    }
    // The message is the connection's last, so it has to be had before the statement is reset.
    const std::exception_ptr failure = failure_of("cannot do what it was asked");
    sqlite_.reset(statement);
    sqlite_.clear_bindings(statement);
    std::rethrow_exception(failure);
  }

  // Does it again and again while others are at it, or while the disk is full: somebody may be about to make
  // room. To begin with that is said at once. Nothing of what failed has been written.
  void with_patience(const std::function<void()>& action) {
    patience_.begin();
    for (;;) {
      try {
        action();
        return;
      } catch (const Busy& error) {
        if (!patience_.pause())
          throw StoreUnreachable(fmt::format("the store {} was in use by others for {} s without a pause",
                                             path_,
                                             std::chrono::duration<double>(patience_.limit()).count()));
      } catch (const Full& error) {
        if (!is_open_) throw;
        if (!patience_.pause())
          throw StoreUnreachable(fmt::format("{}, for {} s", error.what(),
                                             std::chrono::duration<double>(patience_.limit()).count()));
      }
    }
  }

  // SQLite calls this before it gives up, as often as it returns something else than 0.
  static int wait_while_busy(void* connection, int) {
    try {
      return static_cast<SqliteConnection*>(connection)->patience_.pause() ? 1 : 0;
    } catch (const Cancelled&) {
      return 0;  // thrown again by with_patience: exceptions must not pass through C
    }
  }

  void prepare_file() {
    const bool is_empty = execute("SELECT name FROM sqlite_master LIMIT 1").empty();
    if (!is_empty && execute(std::string(sqlite_dialect.find_table), {std::string("craggy_schema")}).empty())
      throw StoreError(
          fmt::format("the file {} is a database of another program; nothing was changed", path_));
    if (is_empty && !may_create_ && std::filesystem::file_size(path_) > 0)
      throw StoreError(fmt::format(
          "the store {0} has nothing in it. If it was copied while a study ran, its log {0}-wal has to be "
          "copied as well; craggy backup makes a copy that is whole",
          path_));
    if (std::get<std::string>(execute("PRAGMA journal_mode").front().front()) != "wal") {
      const auto rows = execute("PRAGMA journal_mode = WAL");
      if (std::get<std::string>(rows.front().front()) != "wal")
        throw StoreError(fmt::format(
            "the file {} cannot have a write-ahead log, perhaps because it is on a network drive", path_));
    }
    execute("PRAGMA secure_delete = OFF");  // overwriting what is deleted would double what is written
    // The log is synced by us, see sync_log().
    execute("PRAGMA synchronous = NORMAL");
    execute(
        "SELECT name FROM sqlite_master LIMIT 1");  // makes the log and its index, if they are not there yet
    files_.emplace(sqlite_, database_.get());
  }

  // With synchronous=FULL SQLite waits for the disk before it lets the next one write: one by one. With
  // NORMAL a commit is in the log, where everybody sees it, but a power cut may take it. So what is
  // acknowledged waits for the disk afterwards, together with others who do. The log has our commit and all
  // before it, or SQLite has moved them to the database meanwhile, which it syncs itself before it begins the
  // log anew.
  void sync_log() {
    try {
      files_->sync_log();
    } catch (const std::system_error& error) {
      throw StoreError(fmt::format("the store {} cannot be kept safe: {}", path_, error.what()));
    }
  }

  void check_index() {
    if (!files_) return;
    if (const std::optional<Damage> damage = files_->find_damage_of_index()) lose(*damage);
  }

  void check_in_place() {
    if (const std::optional<Damage> damage = files_->find_damage()) lose(*damage);
  }

  [[noreturn]] void lose(const Damage& damage) {
    const std::string where_it_is = take_leave(damage.left);
    lost_ = fmt::format("the store {} is not what it was: {} while it was in use. {}", path_, damage.what,
                        where_it_is);
    throw StoreUnreachable(lost_);
  }

  // Says where everything is now that was acknowledged.
  std::string take_leave(Damage::Left left) {
    if (left == Damage::Left::no_index) {
      // Nothing in SQLite may be called once its memory is gone, not even to close the database.
      leave_everything_open();
      return "All that had been stored is in it and in its log; the same command resumes";
    }
    roll_back();
    if (left == Damage::Left::a_mixture) files_->wait_for_writer();
    const std::string rescued = rescue(left == Damage::Left::everything);
    if (left != Damage::Left::a_mixture) return rescued;
    // To close the database would work the log into the file that was put in its place.
    leave_everything_open();
    return fmt::format("{}. Before what is in {} now can be used, {}-wal and {}-shm have to be removed",
                       rescued, path_, path_, path_);
  }

  // To the end of the process.
  void leave_everything_open() {
    for (auto& [text, statement] : statements_) static_cast<void>(statement.release());
    static_cast<void>(database_.release());
  }

  void check_not_lost() const {
    if (!lost_.empty()) throw StoreUnreachable(lost_);
  }

  // Says where a copy is.
  std::string rescue(bool is_complete) {
    const std::string file = name_for_rescue(path_);
    try {
      copy_database(*this, file);
      return fmt::format("{} is in {}", is_complete ? "All that had been stored" : "What could still be read",
                         file);
    } catch (const StoreError& error) {
      return fmt::format("What had been stored could not be copied to {} ({})", file, error.what());
    }
  }

  // What a copy of the database without its log has in it is never older than this.
  void checkpoint_now_and_then() {
    const auto now = std::chrono::steady_clock::now();
    if (now - checkpointed_ < checkpoint_after_) return;
    checkpointed_ = now;
    try {
      execute("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (const StoreError&) {
      return;  // everything is in the log, and SQLite itself tries again when that has grown
    }
  }

  void roll_back() {
    if (sqlite_.get_autocommit(database_.get()) != 0) return;  // SQLite has done so itself
    try {
      execute("ROLLBACK");
    } catch (const StoreError&) {
      return;  // it is rolled back when the connection ends at the latest; the first error is the one that
               // counts
    }
  }

  SqliteStatement* prepared(const std::string& text) {
    const auto found = statements_.find(text);
    if (found != statements_.end()) return found->second.get();
    SqliteStatement* statement = nullptr;
    if (sqlite_.prepare_v2(database_.get(), text.c_str(), static_cast<int>(text.size()), &statement,
                           nullptr) != sqlite_ok)
      fail("cannot do what it was asked");
    statements_.emplace(text, StatementPointer(statement, sqlite_.finalize));
    return statement;
  }

  std::exception_ptr failure_of(std::string_view what) const {
    if (!database_) return std::make_exception_ptr(StoreError(fmt::format("the store {} {}", path_, what)));
    const int code = sqlite_.extended_errcode(database_.get()) & 0xFF;
    if (code == sqlite_busy || code == sqlite_locked || code == sqlite_protocol)
      return std::make_exception_ptr(Busy("busy"));
    if (code == sqlite_full)
      return std::make_exception_ptr(
          Full(fmt::format("the store {} cannot be written: the disk is full", path_)));
    const std::string_view verb = code == sqlite_read_only ? "cannot be written" : what;
    return std::make_exception_ptr(StoreError(fmt::format("the store {} {}: {}", path_, verb, reason(code))));
  }

  std::string reason(int code) const {
    // SQLite itself does not keep the system's reason for a commit that fails. What it tried afterwards may
    // have left another errno, so that only what can be the reason is taken for it.
    constexpr std::array reasons = {EFBIG, EDQUOT, EIO, EROFS, ENOSPC, ESTALE};
    const int number = errno;
    const std::string text = sqlite_.errmsg(database_.get());
    if (code != sqlite_io_error || std::find(reasons.begin(), reasons.end(), number) == reasons.end())
      return text;
    if (number == EFBIG) return "one of its files would be larger than this process may make it (ulimit -f)";
    return fmt::format("{} ({})", text, std::generic_category().message(number));
  }

  [[noreturn]] void fail(std::string_view what) const { std::rethrow_exception(failure_of(what)); }

  using StatementPointer = std::unique_ptr<SqliteStatement, int (*)(SqliteStatement*)>;

  const SqliteLibrary& sqlite_ = sqlite_library();
  std::string path_;
  bool may_create_ = false;
  std::chrono::milliseconds checkpoint_after_{};
  bool is_open_ = false;
  Patience patience_;
  std::optional<FrozenFile> frozen_;  // outlives the database
  std::unique_ptr<SqliteDatabase, int (*)(SqliteDatabase*)> database_{nullptr, nullptr};
  std::unordered_map<std::string, StatementPointer> statements_;
  std::optional<SqliteFiles> files_;  // none of a frozen file
  std::string lost_;                  // why nothing can be stored any more
  std::chrono::steady_clock::time_point checkpointed_ = std::chrono::steady_clock::now();
  Timestamp now_{};
};

}  // namespace

std::unique_ptr<SqlConnection> open_sqlite(const SqliteUrl& url, const StoreOptions& options,
                                           std::chrono::milliseconds checkpoint_after) {
  const auto check_is_there = [&] {
    if (!options.create && !std::filesystem::exists(url.path))
      fail_argument("the store", fmt::format("'{}'", url.path), "there is no such file");
  };
  check_is_there();
  try {
    return std::make_unique<SqliteConnection>(url.path, options, checkpoint_after);
  } catch (const StoreUnreachable&) {
    throw;
  } catch (const StoreError&) {
    check_is_there();  // it may have gone just now
    // SQLite wants to write beside the file even to read it. Where we may not, nobody is at it either: they
    // would have left what it needs.
    if (options.create || can_be_written(url.path)) throw;
  }
  return std::make_unique<SqliteConnection>(url.path, options, FrozenFile(url.path));
}

}  // namespace craggy::stores
