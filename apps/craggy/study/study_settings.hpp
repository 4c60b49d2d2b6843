// What a study is made of, as options of the command line: a space, a direction, and how points are
// suggested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craggy/study/study.hpp>

#include "option_parser.hpp"
#include "runs/texts.hpp"

namespace craggy::cli {

struct StudySettings {
  std::vector<Parameter> parameters{};
  Direction direction = Direction::minimise;
  SuggestOptions suggest = SuggestOptions();
  std::uint64_t seed = 0;
  OnLost on_lost = OnLost::retry;
};

/// The settings that a study was made with.
StudySettings settings_of(const StudyOptions& options);

/// Throws InvalidArgument without parameters, or where two of them would share an environment variable.
StudyOptions study_options(const StudySettings& settings, const std::string& name,
                           const WorkerOptions& worker);

/// --param, which fills in `texts`; --maximize, --minimize, --seed, --on-lost; those of surrogate,
/// search and inference.
void add_study_options(OptionParser& parser, StudySettings& settings, std::vector<std::string>& texts);

/// Throws InvalidArgument where options contradict each other.
void check_study_options(const OptionParser& parser, const StudySettings& settings);

/// Parameters from texts such as "lr=log(1e-5,1e-1)". One in `overriding` takes the place of one of the same
/// name in `texts`.
std::vector<Parameter> parse_parameters(const std::vector<std::string>& texts,
                                        const std::vector<std::string>& overriding = {});

/// The number in an argument of that name. Throws InvalidArgument.
TrialNumber parse_trial_number(const std::string& text, const std::string& name = "TRIAL");

using runs::direction_word;

/// --study. An empty name is refused: it is mostly a variable of a script that was not set.
void add_study_name_option(OptionParser& parser, std::string& name, const std::string& help);

/// --store. `url` gets what the environment says at once, and what the command line says when it is parsed.
void add_store_option(OptionParser& parser, std::string& url);
inline constexpr const char* default_store = "sqlite:///craggy.db";

/// Whether there is a store to look for a study in: false only of a file that does not exist.
bool is_there(const std::string& url);

/// Throws InvalidArgument for a file in a folder that does not exist.
void check_folder_of(const std::string& url);

/// A store that has to be there already. `stop` ends waiting for it.
std::shared_ptr<Store> open_existing_store(const std::string& url, const std::stop_token& stop);

/// For a command that says something of a study and computes nothing.
inline const WorkerOptions to_tell{.detached = true, .num_threads = 1};

/// Throws InvalidArgument, with a guess, if there is no such study.
Study open_study(const std::string& url, const std::string& name, const std::stop_token& stop,
                 const WorkerOptions& worker = {});

}  // namespace craggy::cli
