#include "stores/memory_backend.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <craggy/stores/store.hpp>

namespace craggy::stores {
namespace {

struct StudyData {
  StudyRow row;
  std::map<TrialNumber, TrialRow> trials{};
  std::map<std::pair<TrialNumber, AttemptNumber>, AttemptRow> attempts{};
  std::map<TrialNumber, std::string> warm{};
  std::map<std::string, std::string> notes{};
  std::map<std::pair<TrialNumber, AttemptNumber>, OutputRow> outputs{};
};

// Changes the data at once and remembers how to take that back.
class MemoryTransaction final : public Transaction {
 public:
  MemoryTransaction(std::map<StudyId, StudyData>& data, StudyId& last_id) : data_(data), last_id_(last_id) {}

  void roll_back() {
    while (!undo_.empty()) {
      undo_.back()();
      undo_.pop_back();
    }
  }

  Timestamp now() override {
    return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
  }

  std::optional<StudyRow> insert_study(const StudyDefinition& definition) override {
    if (find_study(definition.name)) return std::nullopt;
    const StudyId id = ++last_id_;
    data_.insert({id, {.row = {.id = id, .definition = definition, .created = now()}}});
    undo_.emplace_back([this, id] { data_.erase(id); });
    return data_.at(id).row;
  }

  std::optional<StudyRow> find_study(std::string_view name) override {
    for (const auto& [id, study] : data_)
      if (study.row.definition.name == name) return study.row;
    return std::nullopt;
  }

  std::vector<StudyRow> studies() override {
    std::vector<StudyRow> rows;
    rows.reserve(data_.size());
    for (const auto& [id, study] : data_) rows.push_back(study.row);
    std::sort(rows.begin(), rows.end(),
              [](const StudyRow& a, const StudyRow& b) { return a.definition.name < b.definition.name; });
    return rows;
  }

  bool erase_study(std::string_view name) override {
    const std::optional<StudyRow> row = find_study(name);
    if (!row) return false;
    auto node = std::make_shared<std::map<StudyId, StudyData>::node_type>(data_.extract(row->id));
    undo_.emplace_back([this, node] { data_.insert(std::move(*node)); });
    return true;
  }

  std::optional<std::string> note(StudyId study, std::string_view name) override {
    const auto& notes = find(study).notes;
    const auto found = notes.find(std::string(name));
    return found == notes.end() ? std::nullopt : std::optional(found->second);
  }

  void put_note(StudyId study, std::string_view name, const std::string& text) override {
    put(find(study).notes, std::string(name), text);
  }

  std::vector<NoteRow> notes(StudyId study) override {
    std::vector<NoteRow> rows;
    for (const auto& [name, text] : find(study).notes) rows.push_back({name, text});
    return rows;
  }

  TrialNumber next_number(StudyId study) override { return find(study).row.next_number; }

  void lock_study(StudyId study) override { find(study); }

  std::optional<NewNumber> take_number(StudyId study, TrialNumber limit,
                                       std::optional<std::int64_t> changed_since) override {
    StudyRow& row = find(study).row;
    if (row.next_number >= limit) return std::nullopt;
    undo_.emplace_back([&row] { --row.next_number; });
    NewNumber fresh{.number = row.next_number++, .revision = advance(row), .changed = {}};
    if (changed_since) fresh.changed = changed_trials(study, *changed_since);
    return fresh;
  }

  NewNumber take_numbers(StudyId study, TrialNumber count) override {
    StudyRow& row = find(study).row;
    undo_.emplace_back([&row, before = row] { row = before; });
    const NewNumber first{.number = row.next_number, .revision = row.revision + 1, .changed = {}};
    row.next_number += count;
    row.revision += count;
    return first;
  }

  void set_counters(StudyId study, std::int64_t revision, TrialNumber next_number,
                    Timestamp created) override {
    StudyRow& row = find(study).row;
    undo_.emplace_back([&row, before = row] { row = before; });
    row.revision = revision;
    row.next_number = next_number;
    row.created = created;
  }

  std::vector<TrialRow> changed_trials(StudyId study, std::int64_t since_revision) override {
    std::vector<TrialRow> rows;
    for (const auto& [number, row] : find(study).trials)
      if (row.revision > since_revision) rows.push_back(row);
    return rows;
  }

  std::optional<TrialRow> first_finished(StudyId study) override {
    for (const auto& [number, row] : find(study).trials)
      if (row.state == TrialState::finished) return row;
    return std::nullopt;
  }

  std::optional<TrialRow> lock_trial(StudyId study, TrialNumber number, Lock) override {
    const auto& trials = find(study).trials;
    const auto found = trials.find(number);
    return found == trials.end() ? std::nullopt : std::optional(found->second);
  }

  std::optional<TrialRow> lock_first_free(StudyId study) override {
    const TrialRow* first = nullptr;
    for (const auto& entry : find(study).trials) {
      const TrialRow& row = entry.second;
      if (row.holder) continue;
      if (row.state == TrialState::waiting) return row;
      if (row.state == TrialState::reserved && first == nullptr) first = &row;
    }
    return first == nullptr ? std::nullopt : std::optional(*first);
  }

  void insert_trial(StudyId study, const TrialRow& row) override { put(find(study).trials, row.number, row); }
  void change_trial(StudyId study, const TrialRow& row) override {
    TrialRow changed = row;
    changed.revision = advance(find(study).row);
    insert_trial(study, changed);
  }

  std::vector<AttemptRow> attempts(StudyId study) override {
    std::vector<AttemptRow> rows;
    for (const auto& [key, row] : find(study).attempts) rows.push_back(row);
    return rows;
  }

  std::vector<AttemptRow> attempts(StudyId study, TrialNumber trial) override {
    return rows_of(find(study).attempts, trial);
  }

  std::vector<AttemptRow> open_attempts(StudyId study) override {
    std::vector<AttemptRow> rows = attempts(study);
    std::erase_if(rows, [](const AttemptRow& row) { return row.outcome != AttemptOutcome::open; });
    return rows;
  }

  std::optional<AttemptRow> find_attempt(StudyId study, TrialNumber trial, AttemptNumber number) override {
    const auto& all = find(study).attempts;
    const auto found = all.find({trial, number});
    return found == all.end() ? std::nullopt : std::optional(found->second);
  }

  void insert_attempt(StudyId study, const AttemptRow& row) override {
    put(find(study).attempts, std::pair{row.trial, row.number}, row);
  }
  void update_attempt(StudyId study, const AttemptRow& row) override { insert_attempt(study, row); }

  bool renew_attempt(StudyId study, TrialNumber trial, AttemptNumber number) override {
    std::optional<AttemptRow> row = find_attempt(study, trial, number);
    if (!row || row->outcome != AttemptOutcome::open) return false;
    row->heartbeat = now();
    update_attempt(study, *row);
    return true;
  }

  void put_output(StudyId study, const OutputRow& row) override {
    put(find(study).outputs, std::pair{row.trial, row.attempt}, row);
  }

  std::vector<OutputRow> outputs(StudyId study) override {
    std::vector<OutputRow> rows;
    for (const auto& [key, row] : find(study).outputs) rows.push_back(row);
    return rows;
  }

  std::vector<OutputRow> outputs(StudyId study, TrialNumber trial) override {
    return rows_of(find(study).outputs, trial);
  }

  std::optional<WarmRow> latest_warm(StudyId study) override {
    const auto& warm = find(study).warm;
    if (warm.empty()) return std::nullopt;
    return WarmRow{warm.rbegin()->first, warm.rbegin()->second};
  }

  std::optional<WarmRow> warm(StudyId study, TrialNumber trial) override {
    const auto& warm = find(study).warm;
    const auto found = warm.find(trial);
    if (found == warm.end()) return std::nullopt;
    return WarmRow{found->first, found->second};
  }

  std::vector<WarmRow> warm_states(StudyId study) override {
    std::vector<WarmRow> rows;
    for (const auto& [trial, bytes] : find(study).warm) rows.push_back({trial, bytes});
    return rows;
  }

  void put_warm(StudyId study, const WarmRow& row, int num_kept) override {
    auto& warm = find(study).warm;
    auto before = warm;
    undo_.emplace_back([&warm, before = std::move(before)] { warm = before; });
    warm[row.trial] = row.bytes;
    while (warm.size() > static_cast<std::size_t>(num_kept)) warm.erase(warm.begin());
  }

 private:
  StudyData& find(StudyId study) {
    const auto found = data_.find(study);
    if (found == data_.end()) throw StoreError("the study has been deleted");
    return found->second;
  }

  // Of a map by trial and attempt those of one trial.
  template <class Row>
  static std::vector<Row> rows_of(const std::map<std::pair<TrialNumber, AttemptNumber>, Row>& all,
                                  TrialNumber trial) {
    std::vector<Row> rows;
    for (auto at = all.lower_bound({trial, 0}); at != all.end() && at->first.first == trial; ++at)
      rows.push_back(at->second);
    return rows;
  }

  std::int64_t advance(StudyRow& row) {
    undo_.emplace_back([&row] { --row.revision; });
    return ++row.revision;
  }

  template <class Map>
  void put(Map& map, const typename Map::key_type& key, const typename Map::mapped_type& row) {
    const auto found = map.find(key);
    if (found == map.end()) {
      undo_.emplace_back([&map, key] { map.erase(key); });
      map.insert({key, row});
    } else {
      undo_.emplace_back([&map, key, before = found->second] { map.at(key) = before; });
      found->second = row;
    }
  }

  std::map<StudyId, StudyData>& data_;
  StudyId& last_id_;
  std::vector<std::function<void()>> undo_;
};

class MemoryBackend final : public Backend {
 public:
  bool is_shared() const override { return false; }

  void run(Durability, const std::function<bool(Transaction&)>& body) override {
    MemoryTransaction transaction(data_, last_id_);
    try {
      if (!body(transaction)) transaction.roll_back();
    } catch (...) {
      transaction.roll_back();
      throw;
    }
  }

 private:
  std::map<StudyId, StudyData> data_;
  StudyId last_id_ = 0;
};

}  // namespace

std::unique_ptr<Backend> make_memory_backend() { return std::make_unique<MemoryBackend>(); }

}  // namespace craggy::stores
