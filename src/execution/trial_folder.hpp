// A folder of its own for the files of one trial, gone with its object.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "execution/descriptor.hpp"
#include "execution/result_text.hpp"

namespace craggy::execution {

/// Removes the folders of trials that nobody is using any more, since whoever made them was killed. Others go
/// on using theirs: a folder is locked as long as its process lives.
void remove_abandoned_folders();

class TrialFolder {
 public:
  /// In TMPDIR, or /tmp. Throws Error if the folder or the file of parameters in it cannot be written.
  explicit TrialFolder(std::string_view parameters_json);
  /// What the command has put there goes too, as far as that is allowed.
  ~TrialFolder();
  TrialFolder(const TrialFolder&) = delete;
  TrialFolder& operator=(const TrialFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string parameters_file() const { return path_ + "/params.json"; }
  std::string result_file() const { return path_ + "/result"; }

  /// What the command wrote into the result file; nothing if it made none.
  std::optional<ParsedResult> result() const;

 private:
  void make_and_lock();

  std::string path_;
  Descriptor lock_;
};

}  // namespace craggy::execution
