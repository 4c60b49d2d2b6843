#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "base/check.hpp"
#include "stores/backend.hpp"
#include "stores/clean_text.hpp"
#include "stores/corrections.hpp"
#include "stores/enum_names.hpp"
#include "stores/leases.hpp"
#include "stores/many_trials.hpp"
#include "stores/results.hpp"

namespace craggy {

using stores::Durability;
using stores::Transaction;

namespace {

constexpr std::size_t longest_name = 200;

void check_study_name(const std::string& name) {
  const std::string quoted = fmt::format("'{}'", stores::clean_text(name));
  if (name.empty()) fail_argument("the name of the study", "empty", "it has to have at least one character");
  if (name.size() > longest_name)
    fail_argument("the name of the study", fmt::format("{} bytes long", name.size()),
                  fmt::format("it has to have at most {}", longest_name));
  if (!stores::is_utf8(name)) fail_argument("the name of the study", quoted, "it has to be UTF-8");
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  if (std::any_of(name.begin(), name.end(), is_control))
    fail_argument("the name of the study", quoted, "it has to be without control characters");
}

// In addresses and paths they are folders, also where they are escaped: no browser could ask for such a
// study. Those that an older craggy made can still be read, resumed and deleted.
void check_no_new_folder_name(Transaction& transaction, const std::string& name) {
  if ((name == "." || name == "..") && !transaction.find_study(name))
    fail_argument("the name of the study", fmt::format("'{}'", name),
                  "it has to be another one, since that is a folder in addresses and paths");
}

}  // namespace

std::string_view name_of(TrialState state) {
  switch (state) {
    case TrialState::reserved:
      return "reserved";
    case TrialState::waiting:
      return "waiting";
    case TrialState::running:
      return "running";
    case TrialState::finished:
      return "finished";
    case TrialState::failed:
      break;
  }
  return "failed";
}

std::string_view name_of(AttemptOutcome outcome) {
  switch (outcome) {
    case AttemptOutcome::open:
      return "open";
    case AttemptOutcome::finished:
      return "finished";
    case AttemptOutcome::failed:
      return "failed";
    case AttemptOutcome::released:
      return "released";
    case AttemptOutcome::lost:
      break;
  }
  return "lost";
}

std::string_view name_of(OnLost on_lost) { return text_of(on_lost); }

Store::Store(std::string name, std::unique_ptr<stores::Backend> backend)
    : name_(std::move(name)),
      shared_(backend->is_shared()),
      process_(getpid()),
      backend_(std::move(backend)) {}

Store::~Store() = default;

void Store::run(Durability durability, const std::function<bool(Transaction&)>& body) {
  if (shared_ && getpid() != process_)
    throw StoreError(fmt::format(
        "the store {} was opened before fork(), and a connection is good for one process only; open it anew",
        name_));
  const std::scoped_lock lock(mutex_);
  backend_->run(durability, body);
}

std::optional<StudyRow> Store::create_study(const StudyDefinition& definition) {
  check_study_name(definition.name);
  std::optional<StudyRow> row;
  run(Durability::full, [&](Transaction& transaction) {
    check_no_new_folder_name(transaction, definition.name);
    row = transaction.insert_study(definition);
    return row.has_value();
  });
  return row;
}

std::optional<StudyRow> Store::find_study(std::string_view name) {
  std::optional<StudyRow> row;
  if (!stores::is_utf8(name) || name.find('\0') != std::string_view::npos) return row;
  run(Durability::read, [&](Transaction& transaction) {
    row = transaction.find_study(name);
    return true;
  });
  return row;
}

std::vector<StudyRow> Store::studies() {
  std::vector<StudyRow> rows;
  run(Durability::read, [&](Transaction& transaction) {
    rows = transaction.studies();
    return true;
  });
  return rows;
}

bool Store::delete_study(std::string_view name) {
  bool found = false;
  if (!stores::is_utf8(name) || name.find('\0') != std::string_view::npos) return found;
  run(Durability::full, [&](Transaction& transaction) {
    found = transaction.erase_study(name);
    return found;
  });
  return found;
}

std::string Store::note(StudyId study, std::string_view name) {
  std::string text;
  run(Durability::read, [&](Transaction& transaction) {
    text = transaction.note(study, name).value_or("");
    return true;
  });
  return text;
}

void Store::set_note(StudyId study, std::string_view name, const std::string& text) {
  run(Durability::full_repeatable, [&](Transaction& transaction) {
    transaction.put_note(study, name, text);
    return true;
  });
}

void Store::keep_output(StudyId study, const OutputRow& row) {
  run(Durability::relaxed, [&](Transaction& transaction) {
    if (!transaction.lock_trial(study, row.trial, stores::Lock::wait)) return false;
    transaction.put_output(study, {.trial = row.trial,
                                   .attempt = row.attempt,
                                   .output = stores::clean_text(row.output),
                                   .errors = stores::clean_text(row.errors)});
    return true;
  });
}

std::vector<OutputRow> Store::outputs(StudyId study, TrialNumber trial) {
  std::vector<OutputRow> rows;
  run(Durability::read, [&](Transaction& transaction) {
    rows = transaction.outputs(study, trial);
    return true;
  });
  return rows;
}

News Store::news(StudyId study, std::int64_t since_revision) {
  News news;
  run(Durability::read, [&](Transaction& transaction) {
    news = stores::read_news(transaction, study, since_revision);
    return true;
  });
  return news;
}

std::vector<AttemptRow> Store::attempts(StudyId study) {
  std::vector<AttemptRow> rows;
  run(Durability::read, [&](Transaction& transaction) {
    rows = transaction.attempts(study);
    return true;
  });
  return rows;
}

std::vector<AttemptRow> Store::attempts(StudyId study, TrialNumber trial) {
  std::vector<AttemptRow> rows;
  run(Durability::read, [&](Transaction& transaction) {
    rows = transaction.attempts(study, trial);
    return true;
  });
  return rows;
}

std::vector<AttemptRow> Store::lost_attempts(StudyId study) {
  std::vector<AttemptRow> rows;
  run(Durability::read, [&](Transaction& transaction) {
    rows = stores::lost_attempts(transaction, study);
    return true;
  });
  return rows;
}

std::optional<WarmRow> Store::latest_warm(StudyId study) {
  std::optional<WarmRow> row;
  run(Durability::read, [&](Transaction& transaction) {
    row = transaction.latest_warm(study);
    return true;
  });
  return row;
}

std::optional<WarmRow> Store::warm(StudyId study, TrialNumber trial) {
  std::optional<WarmRow> row;
  run(Durability::read, [&](Transaction& transaction) {
    row = transaction.warm(study, trial);
    return true;
  });
  return row;
}

std::optional<Claim> Store::claim(StudyId study, const ClaimRequest& request) {
  if (request.look_for_lost) {
    bool lost = false;
    run(Durability::read, [&](Transaction& transaction) {
      lost = !stores::lost_attempts(transaction, study).empty();
      return true;
    });
    if (lost)
      run(Durability::relaxed, [&](Transaction& transaction) {
        stores::end_lost_leases(transaction, study, request.on_lost);
        return true;
      });
  }
  std::optional<Claim> claim;
  // The server may come back from a crash while the worker goes on with what it was given: nobody else is to
  // get the same then.
  run(Durability::full, [&](Transaction& transaction) {
    claim = stores::claim(transaction, study, request);
    return claim.has_value();
  });
  return claim;
}

ProposeOutcome Store::propose(StudyId study, const Claim& claim, const Proposal& proposal,
                              std::int64_t seen_revision, bool accept_stale) {
  ProposeOutcome outcome{};
  run(Durability::full, [&](Transaction& transaction) {
    outcome = stores::propose(transaction, study, claim, proposal, seen_revision, accept_stale);
    return outcome == ProposeOutcome::committed;
  });
  return outcome;
}

Told Store::tell(StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt,
                 const Result& result) {
  Told told{};
  bool was_accepted = false;
  run(Durability::full_repeatable, [&](Transaction& transaction) {
    told = stores::tell(transaction, study, number, attempt, result, constraint_counts_[study]);
    if (told == Told::repeated && was_accepted) told = Told::accepted;  // by the try whose answer was lost
    was_accepted = told == Told::accepted;
    return true;
  });
  return told;
}

Told Store::fail(StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt,
                 const Failure& failure) {
  Told told{};
  run(Durability::full, [&](Transaction& transaction) {
    told = stores::fail(transaction, study, number, attempt, failure);
    return true;
  });
  return told;
}

bool Store::release(StudyId study, TrialNumber number, std::optional<AttemptNumber> attempt) {
  bool released = false;
  // If that were forgotten, others would wait for a worker that lives and does nothing.
  run(Durability::full, [&](Transaction& transaction) {
    released = stores::release(transaction, study, number, attempt);
    return released;
  });
  return released;
}

bool Store::heartbeat(StudyId study, TrialNumber number, AttemptNumber attempt) {
  bool renewed = false;
  run(Durability::relaxed, [&](Transaction& transaction) {
    renewed = transaction.renew_attempt(study, number, attempt);
    return renewed;
  });
  return renewed;
}

TrialNumber Store::enqueue(StudyId study, const std::string& params) {
  TrialNumber number = 0;
  run(Durability::full, [&](Transaction& transaction) {
    number = stores::add(transaction, study, params, std::nullopt, constraint_counts_[study]);
    return true;
  });
  return number;
}

TrialNumber Store::add(StudyId study, const std::string& params, const Result& result) {
  TrialNumber number = 0;
  run(Durability::full, [&](Transaction& transaction) {
    number = stores::add(transaction, study, params, result, constraint_counts_[study]);
    return true;
  });
  return number;
}

TrialNumber Store::add_all(StudyId study, std::int64_t known_revision,
                           const std::function<std::vector<TrialRow>(const News& news)>& choose) {
  TrialNumber first = 0;
  run(Durability::full, [&](Transaction& transaction) {
    first = stores::add_all(transaction, study, known_revision, choose);
    return true;
  });
  return first;
}

Told Store::correct(StudyId study, TrialNumber number, const Result& result, const Worker& worker) {
  Told told{};
  run(Durability::full, [&](Transaction& transaction) {
    told = stores::correct(transaction, study, number, result, worker, constraint_counts_[study]);
    return true;
  });
  return told;
}

Told Store::correct(StudyId study, TrialNumber number, const Failure& failure, const Worker& worker) {
  Told told{};
  run(Durability::full, [&](Transaction& transaction) {
    told = stores::correct(transaction, study, number, failure, worker, constraint_counts_[study]);
    return true;
  });
  return told;
}

std::optional<StudyContent> Store::content(std::string_view name) {
  std::optional<StudyContent> content;
  if (!stores::is_utf8(name) || name.find('\0') != std::string_view::npos) return content;
  run(Durability::read, [&](Transaction& transaction) {
    content = stores::content(transaction, name);
    return true;
  });
  return content;
}

std::optional<StudyRow> Store::restore(const StudyContent& content) {
  check_study_name(content.study.definition.name);
  std::optional<StudyRow> row;
  run(Durability::full, [&](Transaction& transaction) {
    check_no_new_folder_name(transaction, content.study.definition.name);
    row = stores::restore(transaction, content);
    return row.has_value();
  });
  return row;
}

}  // namespace craggy
