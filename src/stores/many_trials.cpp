#include "stores/many_trials.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "stores/clean_text.hpp"
#include "stores/leases.hpp"
#include "stores/results.hpp"

namespace craggy::stores {

TrialNumber add_all(Transaction& transaction, StudyId study, std::int64_t known_revision,
                    const std::function<std::vector<TrialRow>(const News& news)>& choose) {
  transaction.lock_study(study);
  std::vector<TrialRow> rows = choose(read_news(transaction, study, known_revision));
  const TrialNumber first = transaction.next_number(study);
  if (rows.empty()) return first;
  if (rows.size() > std::numeric_limits<TrialNumber>::max() - first)
    throw StoreError("the study has not so many numbers left for other trials");
  std::optional<ConstraintCount> known = find_count(transaction, study);
  const Timestamp now = transaction.now();
  NewNumber next = transaction.take_numbers(study, static_cast<TrialNumber>(rows.size()));
  for (TrialRow& row : rows) {
    row.number = next.number++;
    row.revision = next.revision++;
    row.message = clean_text(row.message);
    if (row.created == Timestamp()) row.created = now;
    if (row.state != TrialState::waiting && !row.ended) row.ended = now;
    if (row.result) {
      check_count(fmt::format("the added trial {}", row.number), *row.result, known);
      if (!known) known = ConstraintCount{row.number, row.result->constraints.size()};
    }
    transaction.insert_trial(study, row);
  }
  return first;
}

std::optional<StudyContent> content(Transaction& transaction, std::string_view name) {
  std::optional<StudyRow> row = transaction.find_study(name);
  if (!row) return std::nullopt;
  const StudyId study = row->id;
  StudyContent content{.study = *std::move(row),
                       .trials = transaction.changed_trials(study, 0),
                       .attempts = transaction.attempts(study),
                       .warm = transaction.warm_states(study),
                       .outputs = transaction.outputs(study),
                       .notes = transaction.notes(study)};
  return content;
}

std::optional<StudyRow> restore(Transaction& transaction, const StudyContent& content) {
  std::optional<StudyRow> row = transaction.insert_study(content.study.definition);
  if (!row) {
    row = transaction.find_study(content.study.definition.name);
    if (!row) return std::nullopt;  // deleted just now
    transaction.lock_study(row->id);
    if (transaction.next_number(row->id) > 0 || row->definition != content.study.definition)
      return std::nullopt;
  }
  for (const TrialRow& trial : content.trials) transaction.insert_trial(row->id, trial);
  for (const AttemptRow& attempt : content.attempts) transaction.insert_attempt(row->id, attempt);
  for (const WarmRow& warm : content.warm)
    transaction.put_warm(row->id, warm, static_cast<int>(content.warm.size()));
  for (const OutputRow& output : content.outputs)
    transaction.put_output(row->id, {.trial = output.trial,
                                     .attempt = output.attempt,
                                     .output = clean_text(output.output),
                                     .errors = clean_text(output.errors)});
  for (const NoteRow& note : content.notes) transaction.put_note(row->id, note.name, clean_text(note.text));
  row->revision = content.study.revision;
  row->next_number = content.study.next_number;
  row->created = content.study.created;
  transaction.set_counters(row->id, row->revision, row->next_number, row->created);
  return row;
}

}  // namespace craggy::stores
