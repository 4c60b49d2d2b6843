#include "stores/sql_backend.hpp"

#include <utility>

#include <fmt/format.h>

#include <craggy/stores/store.hpp>

#include "stores/schema.hpp"
#include "stores/sql_rows.hpp"

namespace craggy::stores {
namespace {

class SqlTransaction final : public Transaction {
 public:
  explicit SqlTransaction(SqlConnection& connection) : connection_(connection) {}

  Timestamp now() override { return connection_.now(); }

  std::optional<StudyRow> insert_study(const StudyDefinition& definition) override {
    const std::vector<SqlRow> rows = connection_.execute(
        fmt::format(
            "INSERT INTO craggy_studies (name, direction, space, options, seed, simd, created, revision, "
            "next_number) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0) ON CONFLICT (name) DO NOTHING "
            "RETURNING {}",
            study_columns),
        {sql(definition.name), sql(definition.direction), sql(definition.space), sql(definition.options),
         sql(fmt::format("{}", definition.seed)), sql(definition.simd), sql(now())});
    return rows.empty() ? std::nullopt : std::optional(to_study(rows.front()));
  }

  std::optional<StudyRow> find_study(std::string_view name) override {
    const std::vector<SqlRow> rows = connection_.execute(
        fmt::format("SELECT {} FROM craggy_studies WHERE name = $1", study_columns), {sql(name)});
    return rows.empty() ? std::nullopt : std::optional(to_study(rows.front()));
  }

  std::vector<StudyRow> studies() override {
    std::vector<StudyRow> studies;
    for (const SqlRow& row :
         connection_.execute(fmt::format("SELECT {} FROM craggy_studies ORDER BY name", study_columns)))
      studies.push_back(to_study(row));
    return studies;
  }

  bool erase_study(std::string_view name) override {
    const std::vector<SqlRow> rows =
        connection_.execute("DELETE FROM craggy_studies WHERE name = $1 RETURNING id", {sql(name)});
    if (rows.empty()) return false;
    const SqlValue study = rows.front().front();
    connection_.execute("DELETE FROM craggy_notes WHERE study = $1", {study});
    connection_.execute("DELETE FROM craggy_warm_states WHERE study = $1", {study});
    connection_.execute("DELETE FROM craggy_attempts WHERE study = $1", {study});
    connection_.execute("DELETE FROM craggy_trials WHERE study = $1", {study});
    // Behind the trials, whose locks those hold who add to it.
    connection_.execute("DELETE FROM craggy_outputs WHERE study = $1", {study});
    return true;
  }

  std::optional<std::string> note(StudyId study, std::string_view name) override {
    const std::vector<SqlRow> rows = connection_.execute(
        "SELECT text FROM craggy_notes WHERE study = $1 AND name = $2", {sql(study), sql(name)});
    if (rows.empty()) return std::nullopt;
    const auto* text = std::get_if<std::string>(&rows.front().front());
    return text == nullptr ? std::nullopt : std::optional(*text);
  }

  void put_note(StudyId study, std::string_view name, const std::string& text) override {
    lock_study(study);  // so that none is left behind by whoever deletes it
    connection_.post(
        {"INSERT INTO craggy_notes (study, name, text) VALUES ($1, $2, $3) "
         "ON CONFLICT (study, name) DO UPDATE SET text = excluded.text",
         {sql(study), sql(name), sql(text)}});
  }

  std::vector<NoteRow> notes(StudyId study) override {
    std::vector<NoteRow> notes;
    for (const SqlRow& row : connection_.execute(
             "SELECT name, text FROM craggy_notes WHERE study = $1 ORDER BY name", {sql(study)}))
      notes.push_back({to_text(row[0]), to_text(row[1])});
    return notes;
  }

  TrialNumber next_number(StudyId study) override {
    return to_number(to_integer(
        only_row(connection_.execute("SELECT next_number FROM craggy_studies WHERE id = $1", {sql(study)}))
            .front()));
  }

  void lock_study(StudyId study) override {
    only_row(connection_.execute(
        fmt::format("SELECT id FROM craggy_studies WHERE id = $1{}", connection_.dialect().for_update),
        {sql(study)}));
  }

  std::optional<NewNumber> take_number(StudyId study, TrialNumber limit,
                                       std::optional<std::int64_t> changed_since) override {
    std::vector<SqlQuery> queries = {
        {"UPDATE craggy_studies SET revision = revision + 1, next_number = next_number + 1 "
         "WHERE id = $1 AND next_number < $2 RETURNING revision, next_number",
         {sql(study), sql(std::int64_t{limit})}}};
    if (changed_since) queries.push_back(changed_query(study, *changed_since));
    const std::vector<std::vector<SqlRow>> answers = connection_.execute_all(std::move(queries));
    if (answers[0].empty()) {
      next_number(study);  // says so if the study is gone
      return std::nullopt;
    }
    const SqlRow& row = answers[0][0];
    NewNumber fresh{
        .number = to_number(to_integer(row[1]) - 1), .revision = to_integer(row[0]), .changed = {}};
    if (changed_since) fresh.changed = to_trials(answers[1]);
    return fresh;
  }

  NewNumber take_numbers(StudyId study, TrialNumber count) override {
    const SqlRow row = only_row(connection_.execute(
        "UPDATE craggy_studies SET revision = revision + $2, next_number = next_number + $2 WHERE id = $1 "
        "RETURNING revision, next_number",
        {sql(study), sql(std::int64_t{count})}));
    return {.number = static_cast<TrialNumber>(to_integer(row[1])) - count,
            .revision = to_integer(row[0]) - count + 1,
            .changed = {}};
  }

  void set_counters(StudyId study, std::int64_t revision, TrialNumber next_number,
                    Timestamp created) override {
    connection_.post({"UPDATE craggy_studies SET revision = $2, next_number = $3, created = $4 WHERE id = $1",
                      {sql(study), sql(revision), sql(std::int64_t{next_number}), sql(created)}});
  }

  std::vector<TrialRow> changed_trials(StudyId study, std::int64_t since_revision) override {
    std::vector<SqlQuery> queries = {changed_query(study, since_revision)};
    return to_trials(connection_.execute_all(std::move(queries)).front());
  }

  std::optional<TrialRow> first_finished(StudyId study) override {
    return first_trial(connection_.execute(
        fmt::format("SELECT {} FROM craggy_trials WHERE study = $1 AND state = 'finished' ORDER BY number "
                    "LIMIT 1",
                    trial_columns),
        {sql(study)}));
  }

  std::optional<TrialRow> lock_trial(StudyId study, TrialNumber number, Lock lock) override {
    const SqlDialect& dialect = connection_.dialect();
    return first_trial(connection_.execute(
        fmt::format("SELECT {} FROM craggy_trials WHERE study = $1 AND number = $2{}", trial_columns,
                    lock == Lock::wait ? dialect.for_update : dialect.skip_locked),
        {sql(study), sql(std::int64_t{number})}));
  }

  std::optional<TrialRow> lock_first_free(StudyId study) override {
    return first_trial(connection_.execute(
        fmt::format("SELECT {} FROM craggy_trials WHERE study = $1 AND holder IS NULL AND "
                    "state IN ('waiting', 'reserved') "
                    "ORDER BY CASE state WHEN 'waiting' THEN 0 ELSE 1 END, number LIMIT 1{}",
                    trial_columns, connection_.dialect().skip_locked),
        {sql(study)}));
  }

  void insert_trial(StudyId study, const TrialRow& row) override {
    connection_.post(
        {fmt::format(
             "INSERT INTO craggy_trials (study, {}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, "
             "$12, $13, $14, $15, $16)",
             trial_columns),
         trial_values(study, row)});
  }

  void change_trial(StudyId study, const TrialRow& row) override {
    const std::string advance =
        "UPDATE craggy_studies SET revision = revision + 1 WHERE id = $1 RETURNING revision";
    constexpr std::string_view assignments =
        "state = $3, params = $4, suggestion = $5, value = $6, constraints = $7, noise = $8, message = $9, "
        "num_attempts = $10, holder = $11, decider = $12, lost = $13, created = $14, ended = $15";
    std::vector<SqlValue> values = trial_values(study, row);
    if (connection_.dialect().nested_changes) {
      // One statement, so that others need not wait until we have been told the revision.
      values.pop_back();
      connection_.post(
          {fmt::format("WITH advanced AS ({}) UPDATE craggy_trials SET {}, revision = advanced.revision "
                       "FROM advanced WHERE study = $1 AND number = $2",
                       advance, assignments),
           std::move(values)});
      return;
    }
    values.back() = only_row(connection_.execute(advance, {sql(study)})).front();
    connection_.post(
        {fmt::format("UPDATE craggy_trials SET {}, revision = $16 WHERE study = $1 AND number = $2",
                     assignments),
         std::move(values)});
  }

  std::vector<AttemptRow> attempts(StudyId study) override {
    return to_attempts(connection_.execute(
        fmt::format("SELECT {} FROM craggy_attempts WHERE study = $1 ORDER BY trial, number",
                    attempt_columns),
        {sql(study)}));
  }

  std::vector<AttemptRow> attempts(StudyId study, TrialNumber trial) override {
    return to_attempts(connection_.execute(
        fmt::format("SELECT {} FROM craggy_attempts WHERE study = $1 AND trial = $2 ORDER BY number",
                    attempt_columns),
        {sql(study), sql(std::int64_t{trial})}));
  }

  std::vector<AttemptRow> open_attempts(StudyId study) override {
    return to_attempts(connection_.execute(
        fmt::format(
            "SELECT {} FROM craggy_attempts WHERE study = $1 AND outcome = 'open' ORDER BY trial, number",
            attempt_columns),
        {sql(study)}));
  }

  std::optional<AttemptRow> find_attempt(StudyId study, TrialNumber trial, AttemptNumber number) override {
    const std::vector<SqlRow> rows = connection_.execute(
        fmt::format("SELECT {} FROM craggy_attempts WHERE study = $1 AND trial = $2 AND number = $3",
                    attempt_columns),
        {sql(study), sql(std::int64_t{trial}), sql(std::int64_t{number})});
    return rows.empty() ? std::nullopt : std::optional(to_attempt(rows.front()));
  }

  void insert_attempt(StudyId study, const AttemptRow& row) override {
    connection_.post({fmt::format("INSERT INTO craggy_attempts (study, {}) VALUES ($1, $2, $3, $4, $5, $6, "
                                  "$7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
                                  attempt_columns),
                      attempt_values(study, row)});
  }

  void update_attempt(StudyId study, const AttemptRow& row) override {
    connection_.post(
        {"UPDATE craggy_attempts SET worker = $4, host = $5, machine = $6, process = $7, process_start = $8, "
         "started = $9, heartbeat = $10, grace = $11, outcome = $12, ended = $13, value = $14, "
         "constraints = $15, noise = $16, exit_code = $17, message = $18 WHERE study = $1 AND trial = $2 AND "
         "number = $3",
         attempt_values(study, row)});
  }

  bool renew_attempt(StudyId study, TrialNumber trial, AttemptNumber number) override {
    return !connection_
                .execute(
                    "UPDATE craggy_attempts SET heartbeat = $4 WHERE study = $1 AND trial = $2 AND number = "
                    "$3 AND outcome = 'open' RETURNING number",
                    {sql(study), sql(std::int64_t{trial}), sql(std::int64_t{number}), sql(now())})
                .empty();
  }

  void put_output(StudyId study, const OutputRow& row) override {
    connection_.post(
        {"INSERT INTO craggy_outputs (study, trial, attempt, output, errors) VALUES ($1, $2, $3, $4, $5) "
         "ON CONFLICT (study, trial, attempt) DO UPDATE SET output = excluded.output, errors = excluded.errors",
         {sql(study), sql(std::int64_t{row.trial}), sql(std::int64_t{row.attempt}), sql(row.output),
          sql(row.errors)}});
  }

  std::vector<OutputRow> outputs(StudyId study) override {
    return to_outputs(connection_.execute(
        "SELECT trial, attempt, output, errors FROM craggy_outputs WHERE study = $1 ORDER BY trial, attempt",
        {sql(study)}));
  }

  std::vector<OutputRow> outputs(StudyId study, TrialNumber trial) override {
    return to_outputs(connection_.execute(
        "SELECT trial, attempt, output, errors FROM craggy_outputs WHERE study = $1 AND trial = $2 "
        "ORDER BY attempt",
        {sql(study), sql(std::int64_t{trial})}));
  }

  std::optional<WarmRow> latest_warm(StudyId study) override {
    const std::vector<SqlRow> rows = connection_.execute(
        "SELECT trial, bytes FROM craggy_warm_states WHERE study = $1 ORDER BY trial DESC LIMIT 1",
        {sql(study)});
    if (rows.empty()) return std::nullopt;
    return WarmRow{to_number(to_integer(rows[0][0])), to_bytes(rows[0][1])};
  }

  std::optional<WarmRow> warm(StudyId study, TrialNumber trial) override {
    const std::vector<SqlRow> rows =
        connection_.execute("SELECT trial, bytes FROM craggy_warm_states WHERE study = $1 AND trial = $2",
                            {sql(study), sql(std::int64_t{trial})});
    if (rows.empty()) return std::nullopt;
    return WarmRow{trial, to_bytes(rows[0][1])};
  }

  std::vector<WarmRow> warm_states(StudyId study) override {
    std::vector<WarmRow> states;
    for (const SqlRow& row : connection_.execute(
             "SELECT trial, bytes FROM craggy_warm_states WHERE study = $1 ORDER BY trial", {sql(study)}))
      states.push_back({static_cast<TrialNumber>(to_integer(row[0])), to_bytes(row[1])});
    return states;
  }

  void put_warm(StudyId study, const WarmRow& row, int num_kept) override {
    connection_.post(
        {"INSERT INTO craggy_warm_states (study, trial, bytes) VALUES ($1, $2, $3) "
         "ON CONFLICT (study, trial) DO UPDATE SET bytes = excluded.bytes",
         {sql(study), sql(std::int64_t{row.trial}), Blob{row.bytes}}});
    connection_.post(
        {"DELETE FROM craggy_warm_states WHERE study = $1 AND trial NOT IN "
         "(SELECT trial FROM craggy_warm_states WHERE study = $1 ORDER BY trial DESC LIMIT $2)",
         {sql(study), sql(std::int64_t{num_kept})}});
  }

 private:
  static SqlRow only_row(std::vector<SqlRow> rows) {
    if (rows.empty()) throw StoreError("the study has been deleted");
    return std::move(rows.front());
  }

  static SqlQuery changed_query(StudyId study, std::int64_t since_revision) {
    return {fmt::format("SELECT {} FROM craggy_trials WHERE study = $1 AND revision > $2 ORDER BY number",
                        trial_columns),
            {sql(study), sql(since_revision)}};
  }

  static std::vector<TrialRow> to_trials(const std::vector<SqlRow>& rows) {
    std::vector<TrialRow> trials;
    trials.reserve(rows.size());
    for (const SqlRow& row : rows) trials.push_back(to_trial(row));
    return trials;
  }

  static std::optional<TrialRow> first_trial(const std::vector<SqlRow>& rows) {
    return rows.empty() ? std::nullopt : std::optional(to_trial(rows.front()));
  }

  static std::vector<AttemptRow> to_attempts(const std::vector<SqlRow>& rows) {
    std::vector<AttemptRow> attempts;
    attempts.reserve(rows.size());
    for (const SqlRow& row : rows) attempts.push_back(to_attempt(row));
    return attempts;
  }

  static std::vector<OutputRow> to_outputs(const std::vector<SqlRow>& rows) {
    std::vector<OutputRow> outputs;
    outputs.reserve(rows.size());
    for (const SqlRow& row : rows)
      outputs.push_back(
          {to_number(to_integer(row[0])), to_number(to_integer(row[1])), to_text(row[2]), to_text(row[3])});
    return outputs;
  }

  static std::vector<SqlValue> trial_values(StudyId study, const TrialRow& row) {
    return {sql(study),
            sql(std::int64_t{row.number}),
            sql(name_of(row.state)),
            sql(row.params),
            sql(row.suggestion),
            sql_value(row.result),
            sql_constraints(row.result),
            sql_noise(row.result),
            sql(row.message),
            sql(std::int64_t{row.num_attempts}),
            sql(row.holder),
            sql(row.decider),
            sql(std::int64_t{row.lost}),
            sql(row.created),
            sql(row.ended),
            sql(row.revision)};
  }

  static std::vector<SqlValue> attempt_values(StudyId study, const AttemptRow& row) {
    return {sql(study),
            sql(std::int64_t{row.trial}),
            sql(std::int64_t{row.number}),
            sql(row.worker.name),
            sql(row.worker.host),
            sql(row.worker.machine),
            sql(row.worker.process),
            sql(row.worker.process_start),
            sql(row.started),
            sql(row.heartbeat),
            sql(row.grace),
            sql(name_of(row.outcome)),
            sql(row.ended),
            sql_value(row.result),
            sql_constraints(row.result),
            sql_noise(row.result),
            sql(row.exit_code),
            sql(row.message)};
  }

  SqlConnection& connection_;
};

class SqlBackend final : public Backend {
 public:
  explicit SqlBackend(std::unique_ptr<SqlConnection> connection) : connection_(std::move(connection)) {}

  bool is_shared() const override { return true; }

  void run(Durability durability, const std::function<bool(Transaction&)>& body) override {
    SqlTransaction transaction(*connection_);
    connection_->run(durability, [&] { return body(transaction); });
  }

 private:
  std::unique_ptr<SqlConnection> connection_;
};

}  // namespace

std::unique_ptr<Backend> make_sql_backend(std::unique_ptr<SqlConnection> connection, bool create) {
  bring_up_to_date(*connection, create);
  return std::make_unique<SqlBackend>(std::move(connection));
}

}  // namespace craggy::stores
