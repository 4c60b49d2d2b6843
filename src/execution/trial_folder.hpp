// A folder of its own for the files of one trial, gone with its object.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "execution/descriptor.hpp"
#include "execution/result_text.hpp"

namespace craggy::execution {

/// Removes the folders of trials that nobody is using any more, since whoever made them was killed. Others go
/// on using theirs: a folder is locked as long as its process lives.
void remove_abandoned_folders();

struct TrialFile {
  std::string name;
  std::string content;
};

/// Whether every trial has a file of that name.
bool is_file_of_trials(std::string_view name);

class TrialFolder {
 public:
  /// In TMPDIR, or /tmp. Throws Error if the folder or a file in it cannot be written.
  explicit TrialFolder(std::string_view parameters_json, const std::vector<TrialFile>& more = {});
  /// What the command has put there goes too, as far as that is allowed.
  ~TrialFolder();
  TrialFolder(const TrialFolder&) = delete;
  TrialFolder& operator=(const TrialFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string parameters_file() const;
  std::string result_file() const;

  /// What the command wrote into the result file; nothing if it made none.
  std::optional<ParsedResult> result() const;

 private:
  void make_and_lock();

  std::string path_;
  Descriptor lock_;
};

}  // namespace craggy::execution
