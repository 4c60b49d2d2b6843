#include "stores/postgres_session.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <exception>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include "stores/postgres_refusal.hpp"
#include "stores/secrets.hpp"

namespace craggy::stores {
namespace {

// A transaction of ours takes milliseconds. One whose client has vanished without a word must not hold its
// locks for longer than this. Numbers as text have to be exact both ways. A commit is a commit.
constexpr const char* session_settings =
    "SET idle_in_transaction_session_timeout = '10s'; SET bytea_output = 'hex'; SET extra_float_digits = 3; "
    "SET client_min_messages = 'warning'; SET default_transaction_read_only = off; "
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = "
    "'off'";

constexpr int milliseconds_between_looks = 100;
constexpr auto connect_limit = std::chrono::seconds(10);
constexpr const char* no_text = nullptr;

template <class Number>
Number parse_number(std::string_view text) {
  Number number{};
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
    throw StoreError(fmt::format("the server has sent '{}' as a number", text));
  return number;
}

// "\x0aff" as bytes.
std::string parse_bytes(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

// Values as libpq takes them.
class Parameters {
 public:
  explicit Parameters(const std::vector<SqlValue>& values)
      : texts_(values.size()), lengths_(values.size()), formats_(values.size()) {
    pointers_.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (const auto* number = std::get_if<std::int64_t>(&values[i])) texts_[i] = fmt::format("{}", *number);
      if (const auto* number = std::get_if<double>(&values[i])) texts_[i] = fmt::format("{}", *number);
      const std::string* text = &texts_[i];
      if (const auto* given = std::get_if<std::string>(&values[i])) text = given;
      if (const auto* blob = std::get_if<Blob>(&values[i])) {
        text = &blob->bytes;
        formats_[i] = 1;
      }
      lengths_[i] = static_cast<int>(text->size());
      pointers_.push_back(std::holds_alternative<std::monostate>(values[i]) ? nullptr : text->c_str());
    }
  }

  int count() const { return static_cast<int>(pointers_.size()); }
  const char* const* values() const { return pointers_.data(); }
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
  std::vector<const char*> pointers_;
};

}  // namespace

PostgresLink::PostgresLink(const Target& target, std::function<bool()> keep_waiting)
    : target_(target), keep_waiting_(std::move(keep_waiting)), session_(nullptr, postgres_.finish) {
  // What comes first may be overruled by the URL. A peer that is silent is given up within half a minute.
  const std::array keywords = {
      "keepalives_idle",  "keepalives_interval", "keepalives_count", "tcp_user_timeout",
      "application_name", "client_encoding",     "dbname",           no_text};
  const std::array values = {"10", "5", "3", "25000", "craggy", "UTF8", target.url.c_str(), no_text};
  session_.reset(postgres_.connect_start_params(keywords.data(), values.data(), 1));
  postgres_.set_error_verbosity(session_.get(), postgres_errors_verbose);
  connect();
  if (postgres_.status(session_.get()) != postgres_connection_ok) {
    const PostgresRefusal refusal = parse_refusal(postgres_.error_message(session_.get()));
    const std::string said = cleaned(refusal.message.c_str());
    if (postgres_.connection_needs_password(session_.get()) != 0 || !may_pass(refusal))
      throw StoreError(fmt::format("the store {} refuses: {}", target.name, said));
    throw ConnectionLost(said);
  }
  postgres_.set_error_verbosity(session_.get(), postgres_errors_default);
  postgres_.set_notice_processor(
      session_.get(), [](void*, const char*) {}, nullptr);
  make_settings();
  if (postgres_.enter_pipeline_mode(session_.get()) == 0) throw ConnectionLost(message());
}

// Where several hosts are given, one that is silent for its share of the time is passed over: libpq goes to
// the next when the attempt fails, and leaves it to us how long that may take.
void PostgresLink::connect() {
  using Clock = std::chrono::steady_clock;
  const auto num_hosts = 1 + std::count(target_.url.begin(), target_.url.end(), ',');
  const auto share = std::chrono::duration_cast<Clock::duration>(connect_limit) / num_hosts;
  auto deadline = Clock::now() + share;
  auto num_left = num_hosts;
  int wanted = postgres_writing;
  while (postgres_.status(session_.get()) != postgres_connection_bad) {
    pollfd stream{postgres_.socket(session_.get()),
                  static_cast<short>(wanted == postgres_reading ? POLLIN : POLLOUT), 0};
    const int num_ready = poll(&stream, 1, milliseconds_between_looks);
    if (num_ready < 0 && errno != EINTR) throw ConnectionLost("the connection cannot be waited for");
    if (num_ready <= 0) {
      if (!keep_waiting_()) throw ConnectionLost("the server does not answer");
      if (Clock::now() < deadline) continue;
      if (--num_left == 0) throw ConnectionLost("the server does not answer");
      shutdown(postgres_.socket(session_.get()), SHUT_RDWR);
      deadline = Clock::now() + share;
      continue;
    }
    wanted = postgres_.connect_poll(session_.get());
    if (wanted == postgres_failed || wanted == postgres_connected) return;
  }
}

void PostgresLink::make_settings() {
  if (postgres_.send_query(session_.get(), session_settings) == 0) throw ConnectionLost(message());
  std::exception_ptr failure;
  while (const Result result = next_result()) {
    const int status = postgres_.result_status(result.get());
    if (status != postgres_tuples_ok && status != postgres_command_ok && !failure)
      failure = failure_of(result.get());
  }
  if (failure) std::rethrow_exception(failure);
  check_encoding();
}

// Messages of failures and names of parameters may be in any language, and a trial with a text that the
// server cannot keep would be stuck for ever. SQL_ASCII keeps bytes as they are.
void PostgresLink::check_encoding() const {
  const char* encoding = postgres_.parameter_status(session_.get(), "server_encoding");
  const std::string_view name = encoding == nullptr ? "UTF8" : encoding;
  if (name != "UTF8" && name != "SQL_ASCII")
    throw StoreError(fmt::format(
        "the store {} keeps its texts in {}, but craggy needs a database in UTF-8, as made by CREATE "
        "DATABASE tune ENCODING 'UTF8' TEMPLATE template0",
        target_.name, cleaned(encoding)));
}

// To plan a statement takes the server longer than to run it, so that is done once per session.
std::vector<PostgresLink::Sent> PostgresLink::send(const std::vector<SqlQuery>& queries) {
  std::vector<Sent> sent;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto [found, is_new] =
        statements_.try_emplace(queries[i].text, fmt::format("craggy{}", num_prepared_));
    const char* name = found->second.c_str();
    if (is_new) {
      ++num_prepared_;
      if (postgres_.send_prepare(session_.get(), name, queries[i].text.c_str(), 0, nullptr) == 0)
        throw ConnectionLost(message());
      sent.push_back({i, true});
    }
    const Parameters parameters(queries[i].values);
    if (postgres_.send_query_prepared(session_.get(), name, parameters.count(), parameters.values(),
                                      parameters.lengths(), parameters.formats(), 0) == 0)
      throw ConnectionLost(message());
    sent.push_back({i, false});
  }
  if (postgres_.pipeline_sync(session_.get()) == 0) throw ConnectionLost(message());
  return sent;
}

std::vector<PostgresLink::Answer> PostgresLink::execute(const std::vector<SqlQuery>& queries) {
  const std::vector<Sent> sent = send(queries);
  std::vector<Answer> answers(queries.size());
  std::exception_ptr failure;
  for (std::size_t i = 0;;) {
    const Result result = next_result();
    if (!result) continue;  // between the answers to two queries
    const int status = postgres_.result_status(result.get());
    if (status == postgres_pipeline_sync) break;
    if (i >= sent.size()) throw ConnectionLost("the server answers more than it was asked");
    const auto [query, is_preparation] = sent[i++];
    if (status == postgres_tuples_ok || status == postgres_command_ok) {
      if (!is_preparation) answers[query] = {rows_of(result.get()), postgres_.cmd_status(result.get())};
      continue;
    }
    if (is_preparation) statements_.erase(queries[query].text);
    if (!failure && status != postgres_pipeline_aborted) failure = failure_of(result.get());
  }
  if (failure) std::rethrow_exception(failure);
  return answers;
}

// None at the end of the answers to one query.
PostgresLink::Result PostgresLink::next_result() {
  wait_for_answer();
  Result result(postgres_.get_result(session_.get()), postgres_.clear);
  if (!result && postgres_.status(session_.get()) != postgres_connection_ok) throw ConnectionLost(message());
  return result;
}

void PostgresLink::wait_for_answer() {
  while (postgres_.is_busy(session_.get()) != 0) {
    pollfd stream{postgres_.socket(session_.get()), POLLIN, 0};
    const int num_ready = poll(&stream, 1, milliseconds_between_looks);
    if (num_ready < 0 && errno != EINTR) throw ConnectionLost("the connection cannot be waited for");
    if (num_ready <= 0) {
      if (!keep_waiting_()) throw ConnectionLost("the server does not answer");
      continue;
    }
    if (postgres_.consume_input(session_.get()) == 0) throw ConnectionLost(message());
  }
}

std::vector<SqlRow> PostgresLink::rows_of(const PostgresResult* result) const {
  std::vector<SqlRow> rows(static_cast<std::size_t>(postgres_.ntuples(result)));
  const int num_columns = postgres_.nfields(result);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int column = 0; column < num_columns; ++column) {
      const int row = static_cast<int>(i);
      SqlValue& value = rows[i].emplace_back();
      if (postgres_.getisnull(result, row, column) != 0) continue;
      const std::string_view text(postgres_.getvalue(result, row, column),
                                  static_cast<std::size_t>(postgres_.getlength(result, row, column)));
      switch (postgres_.ftype(result, column)) {
        case postgres_int4:
        case postgres_int8:
          value = parse_number<std::int64_t>(text);
          break;
        case postgres_float8:
          value = parse_number<double>(text);
          break;
        case postgres_bytea:
          value = Blob{parse_bytes(text)};
          break;
        default:
          value = std::string(text);
      }
    }
  return rows;
}

std::exception_ptr PostgresLink::failure_of(const PostgresResult* result) const {
  const char* field = postgres_.result_error_field(result, postgres_field_sqlstate);
  const std::string_view state = field == nullptr ? "" : field;
  const std::string said = cleaned(postgres_.result_error_message(result));
  // Classes and codes of PostgreSQL's appendix A: broken connection, shutdown, idle in a transaction for too
  // long.
  if (postgres_.status(session_.get()) != postgres_connection_ok || state.starts_with("08") ||
      state.starts_with("57P") || state == "25P03")
    return std::make_exception_ptr(ConnectionLost(said));
  // Serialisation failure, deadlock, lock timeout; and what the server lacks, such as room on its disk, which
  // somebody may be about to make.
  if (state == "40001" || state == "40P01" || state == "55P03" || state.starts_with("53"))
    return std::make_exception_ptr(Conflict(said));
  return std::make_exception_ptr(
      StoreError(fmt::format("the store {} cannot do what it was asked: {}", target_.name, said)));
}

std::string PostgresLink::message() const { return cleaned(postgres_.error_message(session_.get())); }

std::string PostgresLink::cleaned(const char* text) const { return without_secrets(text, target_.secrets); }

}  // namespace craggy::stores
