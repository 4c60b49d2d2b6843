// What a database has to offer so that a Store can be built on it: transactions, and in them a few simple
// questions and changes. What they mean for studies is written once, in the other files of this folder.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/stores/records.hpp>

namespace craggy::stores {

enum class Durability {
  read,             // changes nothing
  relaxed,          // survives the end of the process, but may be forgotten in a power cut; may be done twice
  full_repeatable,  // survives a power cut; may be done twice, where it is not known whether it was done
  full,             // survives a power cut, and is done once
};

constexpr bool survives_power_cut(Durability durability) {
  return durability == Durability::full_repeatable || durability == Durability::full;
}

/// For rows that another transaction may hold.
enum class Lock { wait, skip };

struct NewNumber {
  TrialNumber number;
  std::int64_t revision;          // for the row that gets it
  std::vector<TrialRow> changed;  // the trials that have changed since the revision that was asked for
};

/// Whoever locks rows locks trials first and the study last, by lock_study, take_number or change_trial;
/// after that trials only by Lock::skip, and warm states. So no two transactions wait for each other, but for
/// the deletion of a study: its row goes first, so that nothing is added meanwhile, and who meets it on the
/// way is run again by the database. Many wait for the study, so there is as little as possible between its
/// lock and the end of the transaction.
class Transaction {
 public:
  Transaction() = default;
  virtual ~Transaction() = default;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  virtual Timestamp now() = 0;

  virtual std::optional<StudyRow> insert_study(const StudyDefinition& definition) = 0;
  virtual std::optional<StudyRow> find_study(std::string_view name) = 0;
  virtual std::vector<StudyRow> studies() = 0;
  virtual bool erase_study(std::string_view name) = 0;
  virtual std::optional<std::string> note(StudyId study, std::string_view name) = 0;
  virtual void put_note(StudyId study, std::string_view name, const std::string& text) = 0;
  virtual std::vector<NoteRow> notes(StudyId study) = 0;  // by name
  virtual TrialNumber next_number(StudyId study) = 0;
  virtual void lock_study(StudyId study) = 0;
  /// Raises the study's revision and takes its next trial number; nothing if that is not below `limit`. Each
  /// of these three throws StoreError if the study is gone.
  virtual std::optional<NewNumber> take_number(StudyId study, TrialNumber limit,
                                               std::optional<std::int64_t> changed_since) = 0;

  /// Takes so many numbers, and as many revisions; of both the first.
  virtual NewNumber take_numbers(StudyId study, TrialNumber count) = 0;
  /// For a study whose trials were inserted with their numbers and revisions.
  virtual void set_counters(StudyId study, std::int64_t revision, TrialNumber next_number,
                            Timestamp created) = 0;

  virtual std::vector<TrialRow> changed_trials(StudyId study, std::int64_t since_revision) = 0;
  /// The one with the smallest number.
  virtual std::optional<TrialRow> first_finished(StudyId study) = 0;
  virtual std::optional<TrialRow> lock_trial(StudyId study, TrialNumber number, Lock lock) = 0;
  /// The first one that waits, else the first one that is reserved, of those that nobody has a lease on and
  /// no transaction has locked.
  virtual std::optional<TrialRow> lock_first_free(StudyId study) = 0;
  virtual void insert_trial(StudyId study, const TrialRow& row) = 0;
  /// Writes a row that this transaction has locked, and raises the study's revision with it.
  virtual void change_trial(StudyId study, const TrialRow& row) = 0;

  virtual std::vector<AttemptRow> attempts(StudyId study) = 0;
  virtual std::vector<AttemptRow> attempts(StudyId study, TrialNumber trial) = 0;
  virtual std::vector<AttemptRow> open_attempts(StudyId study) = 0;
  virtual std::optional<AttemptRow> find_attempt(StudyId study, TrialNumber trial, AttemptNumber number) = 0;
  virtual void insert_attempt(StudyId study, const AttemptRow& row) = 0;
  virtual void update_attempt(StudyId study, const AttemptRow& row) = 0;
  /// False if it is not open.
  virtual bool renew_attempt(StudyId study, TrialNumber trial, AttemptNumber number) = 0;

  /// For a trial that is locked.
  virtual void put_output(StudyId study, const OutputRow& row) = 0;
  virtual std::vector<OutputRow> outputs(StudyId study) = 0;  // by trial and attempt
  virtual std::vector<OutputRow> outputs(StudyId study, TrialNumber trial) = 0;

  virtual std::optional<WarmRow> latest_warm(StudyId study) = 0;
  virtual std::optional<WarmRow> warm(StudyId study, TrialNumber trial) = 0;
  virtual std::vector<WarmRow> warm_states(StudyId study) = 0;  // by trial
  /// Forgets all but the `num_kept` with the largest numbers.
  virtual void put_warm(StudyId study, const WarmRow& row, int num_kept) = 0;
};

class Backend {
 public:
  Backend() = default;
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  virtual bool is_shared() const = 0;

  /// Runs the body in a transaction that is committed if it returns true. Where the database asks for it,
  /// because of a conflict or a lost connection, the body is run again.
  virtual void run(Durability durability, const std::function<bool(Transaction&)>& body) = 0;
};

}  // namespace craggy::stores
