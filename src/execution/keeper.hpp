// The processes between craggy and a command, so that nothing of the command outlives its trial or craggy.
//
// craggy forks a launcher once, early and small. For every command the launcher forks a keeper, which starts
// the command in a process group of its own and is the foster parent (subreaper) of whatever the command
// leaves behind. A keeper ends all of it when it is told to, or when its socket to craggy closes, which also
// happens when craggy is killed.
//
// The launcher may come from a process with threads, so nothing here allocates memory or takes a lock.
#pragma once

#include <array>
#include <cstdint>

namespace craggy::execution {

/// What a keeper says to craggy, one message each.
struct KeeperReport {
  enum Kind : std::int32_t {
    started,      // number: the command's process id
    not_started,  // number: errno
    exited,       // number: the exit status
    signalled,    // number: the signal
  };
  Kind kind;
  std::int32_t number;
};

/// What craggy says to a keeper. A closed socket says `end_all` too.
enum class KeeperOrder : char {
  terminate = 'T',  // SIGTERM to the command's process group
  end_all =
      'K',  // SIGKILL to the command and all that came of it, until nothing is left; then the keeper ends
};

/// The descriptors of a request to the launcher, in the order in which they are sent.
struct LaunchDescriptors {
  enum Position { request, control, input, output, errors, folder, count };
  std::array<int, count> numbers;
};

/// The head of a request, a memory file. Offsets from the start of the file to zero-ended strings follow:
/// those of the arguments, a 0, those of the environment, a 0; the first string is the path of the program.
struct RequestHead {
  std::uint64_t size;  // of the whole file, in bytes
  std::uint64_t num_arguments;
  std::uint64_t num_variables;
  std::uint64_t program;  // an offset
};

/// The life of the launcher: takes requests from `socket` until it closes. Runs in the child of a fork.
[[noreturn]] void serve_as_launcher(int socket);

/// The life of a keeper, in the child of a fork of the launcher.
[[noreturn]] void serve_as_keeper(const LaunchDescriptors& descriptors);

}  // namespace craggy::execution
