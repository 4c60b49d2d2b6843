// Records on disk: a folder whose file records.jsonl only ever grows, by one whole line per repetition.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "experiments/record.hpp"

namespace craggy::experiments {

/// Where a record stands: "DIR/records.jsonl, line 12".
struct RecordPlace {
  std::filesystem::path file;
  std::size_t line = 0;  // from 1
  std::string text() const;
};

struct StoredRecord {
  Record record;
  RecordPlace place;
};

using StoredRecords = std::map<RecordKey, StoredRecord>;

/// All records of a file, or of all files *.jsonl in a folder, in either form: of a repetition that occurs
/// several times the one with most evaluations. Throws InvalidArgument that names file and line
/// for a malformed line, and for two records of one repetition that do not begin with the same values. A line
/// without its end, which a run that is still going on or was killed has left, is passed over.
StoredRecords read_stored_records(const std::filesystem::path& path);

/// The same without places, sorted by key.
std::vector<Record> read_records(const std::filesystem::path& path);

/// A folder that one process writes records to.
class RecordStore {
 public:
  /// Makes the folder if need be, locks its file until the store goes away and reads it. Throws
  /// InvalidArgument as read_records does, and if another process holds the lock.
  explicit RecordStore(const std::filesystem::path& folder);
  ~RecordStore();
  RecordStore(const RecordStore&) = delete;
  RecordStore& operator=(const RecordStore&) = delete;

  const std::filesystem::path& file() const { return file_; }

  /// How many bytes of an unfinished last line were cut off on opening.
  std::size_t dropped_bytes() const { return dropped_bytes_; }

  /// What was there on opening.
  const StoredRecords& stored() const { return stored_; }

  /// Adds a line with one write and waits until it is on the disk. From any thread.
  void append(const Record& record);

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  std::size_t dropped_bytes_ = 0;
  StoredRecords stored_;
  std::mutex mutex_;
};

}  // namespace craggy::experiments
