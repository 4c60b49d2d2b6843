#include "experiments/record_store.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

namespace craggy::experiments {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_file(std::string_view what, const fs::path& file, int error) {
  throw Error(fmt::format("cannot {} {}: {}", what, file.string(), std::generic_category().message(error)));
}

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InvalidArgument(fmt::format("cannot read {}", file.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Two records of one repetition: the longer one has to go on where the shorter one ends, or results of
// different engines are mixed.
void add(StoredRecords& stored, StoredRecord entry) {
  const auto [place, is_new] = stored.try_emplace(entry.record.key(), entry);
  if (is_new) return;
  StoredRecord& known = place->second;
  const std::vector<double>& a = known.record.best;
  const std::vector<double>& b = entry.record.best;
  const auto common = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
  if (!std::equal(a.begin(), a.begin() + common, b.begin()))
    throw InvalidArgument(fmt::format("{}: {} differs from the record of the same repetition in {}",
                                      entry.place.text(), describe(place->first), known.place.text()));
  const bool more_points = b.size() == a.size() && known.record.points.empty();
  if (b.size() > a.size() || more_points) known = std::move(entry);
}

// Reads all lines that have their end, and returns the number of bytes behind the last of them.
std::size_t read_lines(const fs::path& file, StoredRecords& stored) {
  const std::string content = content_of(file);
  std::size_t begin = 0;
  std::size_t line = 1;
  for (std::size_t end = 0; (end = content.find('\n', begin)) != std::string::npos; begin = end + 1, ++line) {
    const RecordPlace place{file, line};
    Record record;
    try {
      record = parse_record(std::string_view(content).substr(begin, end - begin));
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(fmt::format("{}: {}", place.text(), error.what()));
    }
    add(stored, {std::move(record), place});
  }
  return content.size() - begin;
}

std::vector<fs::path> record_files(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty())
    throw InvalidArgument(
        fmt::format("the folder {} has no records: there is no file *.jsonl", path.string()));
  return files;
}

// Closed on exec: a helper process that outlives a killed run must not keep the lock.
int open_file(const fs::path& file, int flags) {
  constexpr mode_t everybody = 0666;  // less the umask
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): that is how POSIX opens files
  return open(file.c_str(), flags | O_CLOEXEC, everybody);
}

void sync_folder(const fs::path& folder) {
  const int descriptor = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;  // the entry of a new file reaches the disk a little later, then
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

std::string RecordPlace::text() const { return fmt::format("{}, line {}", file.string(), line); }

StoredRecords read_stored_records(const fs::path& path) {
  StoredRecords stored;
  for (const fs::path& file : record_files(path)) read_lines(file, stored);
  return stored;
}

std::vector<Record> read_records(const fs::path& path) {
  StoredRecords stored = read_stored_records(path);
  std::vector<Record> records;
  records.reserve(stored.size());
  for (auto& [key, entry] : stored) records.push_back(std::move(entry.record));
  return records;
}

RecordStore::RecordStore(const fs::path& folder) : file_(folder / "records.jsonl") {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw InvalidArgument(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  descriptor_ = open_file(file_, O_RDWR | O_APPEND | O_CREAT);
  if (descriptor_ < 0) fail_file("open", file_, errno);
  try {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail_file("lock", file_, errno);
      throw InvalidArgument(
          fmt::format("another run is writing to {}; wait for it or choose another folder", folder.string()));
    }
    sync_folder(folder);
    dropped_bytes_ = read_lines(file_, stored_);
    const auto size = static_cast<off_t>(fs::file_size(file_) - dropped_bytes_);
    if (dropped_bytes_ > 0 && ftruncate(descriptor_, size) != 0) fail_file("shorten", file_, errno);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

RecordStore::~RecordStore() { close(descriptor_); }

void RecordStore::append(const Record& record) {
  const std::string line = to_line(record) + '\n';
  const std::lock_guard lock(mutex_);
  const off_t end = lseek(descriptor_, 0, SEEK_END);
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      const int error = errno;
      if (ftruncate(descriptor_, end) != 0) fail_file("shorten", file_, errno);
      fail_file("write to", file_, error);
    }
  }
  if (fsync(descriptor_) != 0) fail_file("write to", file_, errno);
}

}  // namespace craggy::experiments
