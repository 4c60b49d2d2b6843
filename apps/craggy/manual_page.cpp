#include "manual_page.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "command_table.hpp"
#include "option_parser.hpp"

namespace craggy::cli {
namespace {

constexpr std::string_view page_date = "2026-11-16";  // of the last change to what is written here by hand

constexpr std::string_view introduction = R"(.SH NAME
craggy \- optimise expensive functions that are not smooth
.SH SYNOPSIS
.B craggy
.I COMMAND
.RI [ OPTIONS ]
.SH DESCRIPTION
craggy is Bayesian optimisation for functions with steps, spikes and noise: a simulator with a mesh that jumps, a
training run that diverges here and there.
.SH COMMANDS
)";

constexpr std::string_view ending = R"troff(.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
Something failed while running: output that cannot be written, a store that is none or that takes nothing;
or as many trials failed as \-\-max\-failures says.
.TP
.B 2
The command was used in a way that cannot be right; one line on standard error says what would be.
.TP
.B 3
Every trial of the study failed, whatever ended the run.
.TP
.B 4
The store could not be reached, or did not take a result.
.TP
.B 130
Interrupted, with everything saved that was finished. This comes before 3, and 3 before the 1 of
\-\-max\-failures.
.SH SIGNALS
The first SIGINT, SIGTERM or SIGHUP lets the running trials of
.B craggy run
and
.B craggy worker
finish, the second ends them and gives them back to the study, the third ends craggy at once. Most other commands end
at the second. Signals that were ignored when craggy was started stay so, as with
.BR nohup (1).
.SH FILES
.TP
.I craggy.db
The store in the current folder, unless \-\-store or CRAGGY_STORE says otherwise.
.TP
.I study.toml
The options of a study and its run, usually under this name, for \-f of
.BR "craggy run" ", " "craggy create" " and " "craggy worker" .
Keys are the options of
.B craggy run
without their dashes, with _ for \-;
.I name
stands for \-\-study,
.I direction
for \-\-minimize and \-\-maximize, and the table
.I parameters
for \-\-param. Output options belong to the command line alone, which also overrides the file. Paths are relative to
the current folder.
.IP
.nf
name = "tune"
direction = "minimize"
trials = 50
timeout = "10m"
command = ["./train", "\-\-lr", "{lr}", "\-\-opt={opt}"]

[parameters]
lr = "log(1e\-5,1e\-1)"
opt = "categorical(adam,sgd)"
.fi
.SH TIMES
Options that take a time take 500ms, 90s, 10m, 1h30m or 2d; a plain number is seconds.
.SH ENVIRONMENT
.TP
.B CRAGGY_STORE
The store of every command that has no \-\-store.
.TP
.B CRAGGY_STORE_PATIENCE
For how many seconds a store is waited for that is busy, full or out of reach; 120 where it is not set.
.PP
.B craggy run
and
.B craggy worker
give their command these variables.
.TP
.B CRAGGY_PARAM_NAME
The value of the parameter
.IR name ,
written in capitals with _ for everything but letters and digits.
.TP
.B CRAGGY_PARAMS_FILE
A JSON file with all active parameters.
.TP
.B CRAGGY_RESULT_FILE
Where the command may write its result.
.TP
.BR CRAGGY_STUDY ", " CRAGGY_TRIAL ", " CRAGGY_SEED
The study's name, the trial's number, and a seed that depends on the study's seed and the trial.
.SH SEE ALSO
The folder
.I docs
of the sources.
)troff";

std::string options_of(const CommandDescription& command) {
  std::string text;
  for (const OptionDescription& option : command.options) {
    text += ".TP\n";
    for (std::size_t i = 0; i < option.names.size(); ++i)
      text += fmt::format("{}\\fB{}\\fR", i == 0 ? "" : ", ", troff(option.names[i]));
    if (!option.placeholder.empty()) text += fmt::format(" \\fI{}\\fR", troff(option.placeholder));
    text += fmt::format("\n{}\n", troff(option.help));
  }
  return text;
}

std::string synopsis_of(const CommandDescription& command) {
  std::string text = fmt::format("\\fBcraggy {}\\fR", troff(command.name));
  for (const ArgumentDescription& argument : command.arguments)
    text += fmt::format(" {}\\fI{}\\fR{}{}", argument.required ? "" : "[", troff(argument.name),
                        argument.required ? "" : "]", argument.many ? "..." : "");
  text += R"( [\fIOPTIONS\fR])";
  if (command.takes_command) text += R"( \-\- \fICOMMAND\fR [\fIARGUMENTS\fR])";
  return text;
}

std::string section_of(const CommandDescription& command) {
  std::string text =
      fmt::format(".SS {}\n{}\n.PP\n{}\n", troff(command.name), synopsis_of(command), troff(command.text));
  for (const ArgumentDescription& argument : command.arguments)
    text += fmt::format(".TP\n\\fI{}\\fR\n{}\n", troff(argument.name), troff(argument.help));
  text += options_of(command);
  if (command.examples.empty()) return text;
  text += ".PP\nExamples:\n.PP\n.nf\n.RS\n";
  for (const std::string& line : command.examples) text += troff(line) + "\n";
  return text + ".RE\n.fi\n";
}

// One character of UTF-8 that is not ASCII, as troff names it; moves `i` to its last byte.
std::string named_character(std::string_view text, std::size_t& i) {
  const auto lead = static_cast<unsigned char>(text[i]);
  const std::size_t size = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  std::uint32_t code = lead & (0xFFU >> (size + 1));
  for (std::size_t k = 1; k < size && i + 1 < text.size(); ++k)
    code = code << 6U | (static_cast<unsigned char>(text[++i]) & 0x3FU);
  return code == 0xA0U ? "\\ " : fmt::format("\\[u{:04X}]", code);
}

}  // namespace

std::string troff(std::string_view text) {
  std::string result;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (line_start && (c == '.' || c == '\'')) result += "\\&";
    line_start = c == '\n';
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '\'')
      result += "\\(aq";
    else if (static_cast<unsigned char>(c) >= 0x80U)
      result += named_character(text, i);
    else
      result += c;
  }
  return result;
}

std::string manual_page() {
  std::string text =
      fmt::format(".\\\" Made by 'craggy manual'.\n.TH CRAGGY 1 {} \"craggy {}\" \"User Commands\"\n",
                  page_date, CRAGGY_VERSION);
  text += introduction;
  for (const CommandDescription& command : describe_commands()) text += section_of(command);
  text += ending;
  return text;
}

}  // namespace craggy::cli
