#include "terminal.hpp"

#include <clocale>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "numbers.hpp"

namespace craggy::cli {
namespace {

// Below this, tables and plots fall apart, so that wrapped lines are the smaller evil.
constexpr int narrowest = 40;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

int window_columns() {
  for (const int file : {STDOUT_FILENO, STDERR_FILENO}) {
    winsize size{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): there is no other way to ask
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  }
  const std::optional<double> columns = to_double(environment("COLUMNS"));
  return columns && *columns >= 1.0 && *columns <= 1000.0 ? static_cast<int>(*columns) : 80;
}

}  // namespace

Terminal detect_terminal() {
  // Only the character set: numbers keep their '.' in every locale.
  std::setlocale(LC_CTYPE, "");
  const bool dumb = environment("TERM") == "dumb" || environment("TERM").empty();
  Terminal terminal;
  terminal.input = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
  terminal.output = isatty(STDOUT_FILENO) == 1;
  terminal.live_errors = isatty(STDERR_FILENO) == 1 && !dumb;
  terminal.colour = terminal.output && !dumb && environment("NO_COLOR").empty();
  terminal.utf8 = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  const int columns = window_columns();
  terminal.columns = columns < narrowest ? narrowest : columns;
  return terminal;
}

}  // namespace craggy::cli
