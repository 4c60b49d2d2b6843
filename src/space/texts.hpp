// Pieces of text in the grammar of parameters: numbers, names with and without quotes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace craggy {

/// The characters of a parameter's name.
bool is_name_character(char c);

/// What may stand without quotes: letters, digits and _ - . + / : @ %.
bool is_bare_character(char c);

/// A name as it stands in the grammar: as it is, or in quotes with \\ \" \n \t \r and \xHH.
std::string quoted_if_needed(std::string_view name);

/// Whether the bytes are text: UTF-8 and without the byte 0, which no program can be handed.
bool is_text(std::string_view bytes);

/// The whole text as a finite number. Throws InvalidArgument, in which `what` is the text.
double parse_number(std::string_view what, std::string_view text);
std::int64_t parse_whole_number(std::string_view what, std::string_view text);

}  // namespace craggy
