// The one way to studies that are kept somewhere: who may evaluate what, and what came of it. All operations
// are atomic and may be called from several threads, and from several processes on one database.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <craggy/base/error.hpp>
#include <craggy/stores/records.hpp>

namespace craggy {
namespace stores {
class Backend;
class Transaction;
enum class Durability;

/// How many constraints the results of a study have. The first of them decides.
struct ConstraintCount {
  TrialNumber trial;  // that says so
  std::size_t count;
};
}  // namespace stores

/// A store that cannot do what it was asked: a full disk, a file that is no database, a study that somebody
/// has deleted meanwhile. The message names the store, without its password.
class StoreError : public Error {
 public:
  using Error::Error;
};

/// A store that could not be reached, or got at, for as long as StoreOptions::give_up_after says.
class StoreUnreachable : public StoreError {
 public:
  using StoreError::StoreError;
};

struct StoreOptions {
  // How long to keep trying while a database is busy or out of reach; left open: as many seconds as the
  // variable CRAGGY_STORE_PATIENCE says, or else two minutes. And for the first time, when it is more likely
  // that the URL is wrong.
  std::optional<std::chrono::milliseconds> give_up_after{};
  std::chrono::milliseconds connect_within = std::chrono::seconds(10);
  std::stop_token stop{};  // ends the trying at once, with Cancelled
  bool create = true;      // a store that does not exist yet is made; else that is a mistake
};

/// The trials that have changed since some revision, in the order of their numbers.
struct News {
  std::int64_t revision = 0;  // up to which they go
  std::vector<TrialRow> trials;
};

/// What becomes of a trial whose worker has vanished.
enum class OnLost { retry, fail };
std::string_view name_of(OnLost on_lost);

/// The parameters that were chosen for a reserved number.
struct Proposal {
  std::string params;
  std::string suggestion{};
  std::string warm{};  // nothing is kept if it is empty
};

/// Whose a lease is, and how long it lasts without a heartbeat: for ever, if that is left open.
struct Holder {
  Worker worker{};
  std::optional<std::chrono::microseconds> grace{};
};

struct ClaimRequest {
  Worker worker{};
  std::optional<std::chrono::microseconds> grace{};
  std::optional<Holder>
      computing{};  // who has a reserved number until its parameters are proposed, if another
  OnLost on_lost = OnLost::retry;
  bool look_for_lost = true;                // ends leases that are lost, first of all
  std::optional<TrialNumber> max_trials{};  // no number at or above it is made
  std::int64_t known_revision = 0;          // the news begin after it
  // Chooses parameters that take no time to compute, within the transaction. It may be called more than once.
  std::function<std::optional<Proposal>(TrialNumber number, const News& news)> propose{};
};

/// A trial and a lease on it. It is running, or reserved: then its parameters are to be proposed.
struct Claim {
  TrialRow trial;
  AttemptNumber attempt = 0;
  std::optional<Holder> evaluating{};  // who will have it once its parameters are proposed, if another
};

enum class ProposeOutcome {
  committed,
  stale,  // other trials have changed meanwhile; nothing was written
  lost,   // the lease is somebody else's by now; nothing was written
};

struct Failure {
  std::string message{};
  std::optional<int> exit_code{};
  bool again = false;  // the trial is handed out once more instead of failing
};

/// What became of what a worker said of its trial.
enum class Told {
  accepted,
  repeated,  // it was known already
  kept,      // the trial was decided by another attempt: it is kept with this attempt only
};

/// If an attempt is a correction (Store::correct): the attempt that had decided the trial before.
std::optional<AttemptNumber> corrected_attempt(const AttemptRow& attempt);

class Store {
 public:
  Store(std::string name, std::unique_ptr<stores::Backend> backend);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const std::string& name() const { return name_; }  // its URL, without a password
  bool is_shared() const { return shared_; }         // whether other processes can see it

  /// Nothing if there is a study of that name already. Throws InvalidArgument for a name that is empty,
  /// longer than 200 bytes, not UTF-8 or has control characters.
  std::optional<StudyRow> create_study(const StudyDefinition& definition);
  std::optional<StudyRow> find_study(std::string_view name);
  std::vector<StudyRow> studies();           // by name
  bool delete_study(std::string_view name);  // false if there is none

  /// A text that a front end keeps with a study, by a name of its own; "" if there is none.
  std::string note(StudyId study, std::string_view name);
  void set_note(StudyId study, std::string_view name, const std::string& text);

  /// Keeps what a program wrote, in the place of what was kept of that attempt before. It may be forgotten in
  /// a power cut. Nothing happens if the trial is gone.
  void keep_output(StudyId study, const OutputRow& row);
  std::vector<OutputRow> outputs(StudyId study, TrialNumber trial);  // by attempt

  News news(StudyId study, std::int64_t since_revision);
  std::vector<AttemptRow> attempts(StudyId study);                     // by trial and number
  std::vector<AttemptRow> attempts(StudyId study, TrialNumber trial);  // by number
  /// Attempts that are open although the next claim will find their leases lost, with the reason as message.
  /// Nothing is changed.
  std::vector<AttemptRow> lost_attempts(StudyId study);
  std::optional<WarmRow> latest_warm(StudyId study);              // that of the largest trial number
  std::optional<WarmRow> warm(StudyId study, TrialNumber trial);  // nothing if it is not kept any more

  /// A trial to evaluate: the first that waits; else the number of somebody who vanished while computing;
  /// else a new number. Nothing if max_trials leaves none.
  std::optional<Claim> claim(StudyId study, const ClaimRequest& request);

  /// Gives a reserved number its parameters, unless trials with parameters have changed since `seen_revision`
  /// and that matters.
  ProposeOutcome propose(StudyId study, const Claim& claim, const Proposal& proposal,
                         std::int64_t seen_revision, bool accept_stale);

  /// `attempt` says which lease the result comes from; without, it is that of whoever has the trial now.
  /// The first result of a trial wins. Throws InvalidArgument, and changes nothing, for an unknown or a
  /// reserved trial, for another result than the one that this attempt has given before, or for one with
  /// another number of constraints than the study's results have.
  Told tell(StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt, const Result& result);
  Told fail(StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt, const Failure& failure);

  /// Gives a trial back: it waits for the next claim. False if the lease was not this attempt's any more.
  bool release(StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt);

  /// False if the lease is lost, in which case a result is still welcome.
  bool heartbeat(StudyId study, TrialNumber number, AttemptNumber attempt);

  /// Parameters from outside, to be evaluated before anything new is suggested.
  TrialNumber enqueue(StudyId study, const std::string& params);

  /// An evaluation that was made elsewhere. Throws InvalidArgument, and changes nothing, for another number
  /// of constraints than the study's results have.
  TrialNumber add(StudyId study, const std::string& params, const Result& result);

  /// Many at once, which wait, are finished or have failed, as `choose` says of what has changed since
  /// `known_revision`; their numbers and revisions are given to them here, and nobody adds a trial meanwhile.
  /// It may be called more than once. Gives the number of the first. Throws as `add`.
  TrialNumber add_all(StudyId study, std::int64_t known_revision,
                      const std::function<std::vector<TrialRow>(const News& news)>& choose);

  /// Puts a result, or a failure, in the place of what was told of a trial. What was told before stays among
  /// its attempts, and the correction is an attempt of its own (`corrected_attempt`). Throws InvalidArgument,
  /// and changes nothing, for a trial of which nothing was told yet, and for a result with another number of
  /// constraints than the others. Told::repeated if it says so already.
  Told correct(StudyId study, TrialNumber number, const Result& result, const Worker& worker);
  Told correct(StudyId study, TrialNumber number, const Failure& failure, const Worker& worker);

  /// All that there is of a study, as it was at one moment; nothing if there is none.
  std::optional<StudyContent> content(std::string_view name);

  /// Makes a study with all its trials, or fills one of the same definition that has none yet. All or
  /// nothing, which it gives if the name is another study's. Throws as create_study does.
  std::optional<StudyRow> restore(const StudyContent& content);

 private:
  /// Commits if the body says so, and starts it anew where the database asks for that.
  void run(stores::Durability durability, const std::function<bool(stores::Transaction&)>& body);

  std::string name_;
  bool shared_;
  std::int64_t process_;  // that opened it: connections do not survive fork()
  std::mutex mutex_;
  std::unique_ptr<stores::Backend> backend_;
  std::map<StudyId, std::optional<stores::ConstraintCount>>
      constraint_counts_;  // that are known: only a correction of the only result changes one
};

/// `memory:`, `sqlite:///relative`, `sqlite:////absolute`, a plain path that ends in .db, `postgresql://…`.
/// Creates the tables where there are none and brings older ones up to date. Throws InvalidArgument for other
/// URLs, StoreError if it is no store of ours or a newer craggy's, StoreUnreachable.
std::shared_ptr<Store> open_store(std::string_view url, const StoreOptions& options = {});

/// A copy of a SQLite store as it is at one moment, also while others write to it: everything that was
/// acknowledged before is in it. Throws InvalidArgument for a store on a server, for which its own tools are
/// better, and for a file that exists; StoreError if it cannot be written.
void back_up_store(std::string_view url, const std::string& file, const StoreOptions& options = {});

}  // namespace craggy
