// The fields of options as options of the command line, and what else several commands share.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "option_parser.hpp"

namespace craggy::cli {

/// What a command words differently; everything else is as in the table of the options.
struct Wording {
  std::string help{};
  std::string left_open{};           // what the command does if the option is not given
  std::vector<std::string> names{};  // that it takes
};
using Wordings = std::map<std::string_view, Wording>;  // by the key of the field

/// An option for each field, --NAME with - for _, or its flags, under the headings of their groups. They set
/// the struct that the fields are of, which has to outlive the parser.
void add_options(OptionParser& parser, const Fields& fields, const Wordings& wordings = {});

/// Throws InvalidArgument if an option was given that does nothing without another one, or flags that
/// contradict each other.
void check_options_given(const OptionParser& parser, const Fields& fields);

/// The options of this field that were on the command line.
std::vector<std::string> given_options(const OptionParser& parser, const Field& field);

/// --seed, --threads.
void add_seed_and_threads(OptionParser& parser, std::uint64_t& seed, std::uint64_t& threads);

}  // namespace craggy::cli
