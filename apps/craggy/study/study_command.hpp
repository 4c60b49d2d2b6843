// The command that gave a study its values is kept with it, to be compared with and never to be run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craggy/study/study.hpp>
#include <craggy/study/study_view.hpp>

namespace craggy::cli {

/// What stands in the place of a secret.
inline constexpr std::string_view hidden_secret = "***";

/// The words with `***` in the place of what may be secret: passwords in URLs, and what stands behind names
/// such as --token, API_KEY= or password=.
std::vector<std::string> without_secrets(const std::vector<std::string>& command);

/// What is different, for people: "it has '--epochs=20' where that had '--epochs=10'"; "" if they are the
/// same. Folders do not count, since each machine has its own: of the program, and of other words that begin
/// with /,
/// ./ or ../ or have that behind a =, only the name of the file is compared.
std::string difference(const std::vector<std::string>& before, const std::vector<std::string>& now);

/// Remembers the command if none is, or if no value has come of the one that is. Throws InvalidArgument if it
/// is another one, unless that is allowed: then it takes the other's place, and what is returned says so.
std::string remember_command(Study& study, const std::vector<std::string>& command, bool allow_new);

/// The words of the command that is remembered; nothing if there is none, as in a study that is asked and
/// told by hand.
std::vector<std::string> remembered_command(const StudyView& study);

}  // namespace craggy::cli
