// A command with pipes to its standard streams, started without a shell, of which nothing is left running
// when its object is gone, nor when this process is killed.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "execution/descriptor.hpp"

namespace craggy::execution {

/// The path of the program that a command's first word names: itself if it has a slash, else the first one in
/// PATH. Throws std::system_error if there is none or it is not executable.
std::string find_program(const std::string& name);

/// Whether an errno says that the machine, or a limit, has nothing left to give at the moment: too many open
/// files, too many processes, no memory. That is no fault of a command.
bool is_shortage(int code);

/// Forks the process from which all commands are started. Happens by itself at the first command; before
/// threads are many and memory is large it costs less. Raises this process's limit of open files to what it
/// may be; commands get the one that was there.
void prepare_to_start_commands();

struct CommandOptions {
  std::vector<std::string> command;                  // the program, as find_program takes it; its arguments
  std::map<std::string, std::string> environment{};  // added to our own variables, or in their place
  std::string withheld_prefix{};                     // variables of our own that it does not get; empty: none
  std::vector<std::string> withheld{};               // likewise, by their whole names
  bool with_input = true;                            // a socket as standard input; else /dev/null
};

/// How a command ended.
struct Ending {
  enum class Kind { exited, signalled, lost };  // lost: whoever watched the command has been killed
  Kind kind;
  int number;  // the exit status or the signal

  bool good() const { return kind == Kind::exited && number == 0; }
};

/// "exited with status 1", "was ended by signal 9 (Killed)".
std::string describe(const Ending& ending);

/// The command runs in a process group of its own and without a terminal. For one thread at a time.
class ChildProcess {
 public:
  /// Throws std::system_error if the program cannot be started.
  explicit ChildProcess(const CommandOptions& options);
  /// Gives the command a moment to end by itself once its input has ended, then ends all of it.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Our ends, which do not block.
  Descriptor input;
  Descriptor output;
  Descriptor errors;

  pid_t pid() const { return pid_; }

  /// Readable, for poll(), once there is something new to learn from ending().
  int watch_descriptor() const { return control_.number(); }

  /// How the command itself ended, if it has; what it started may still be running. Does not wait.
  std::optional<Ending> ending();

  /// Waits until the command has ended, at most as long as `patience`.
  std::optional<Ending> wait(std::chrono::milliseconds patience);

  /// SIGTERM to the command's process group.
  void terminate();

  /// SIGKILL to the command and to all that came of it, and waits for their end. False if something did not
  /// end within `patience`, as a process that waits for a broken disk; it goes as soon as it can.
  bool end_all(std::chrono::milliseconds patience = std::chrono::seconds(10));

  /// Closes the command's input, waits as long as `patience`, then ends all of it. Returns how the command
  /// ended, or "" if it had to be ended.
  std::string end(std::chrono::milliseconds patience);

 private:
  void order(char what) const;

  Descriptor control_;  // to the keeper; none once everything has ended
  std::optional<Ending> ending_;
  pid_t pid_ = -1;
};

}  // namespace craggy::execution
