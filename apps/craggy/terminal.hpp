// What is known about the terminal that the output goes to, if there is one.
#pragma once

namespace craggy::cli {

struct Terminal {
  bool live_errors = false;  // stderr is a terminal on which a line can be rewritten
  bool input = false;        // stdin and stderr are a terminal: a question can be asked
  bool output = false;       // stdout is a terminal
  bool colour = false;       // stdout takes colours
  bool utf8 = true;          // characters beyond ASCII can be shown
  int columns = 80;
};

/// Looks at stdout, stderr, the locale, TERM, COLUMNS and NO_COLOR of this process.
Terminal detect_terminal();

}  // namespace craggy::cli
