// A child process with pipes to its standard streams, in a process group of its own, which ends with its
// object.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

namespace craggy::testbeds {

/// An open file descriptor or none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }  // -1 for none, which poll() passes over
  void close();

 private:
  int number_ = -1;
};

class ChildProcess {
 public:
  /// Throws std::system_error if the program cannot be started.
  ChildProcess(const std::vector<std::string>& command,
               const std::map<std::string, std::string>& environment);
  /// Gives the child a moment to end by itself once its input has ended.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Our ends, which do not block. The input is a socket, because one can write to a socket without the danger
  // of SIGPIPE.
  Descriptor input;
  Descriptor output;
  Descriptor errors;

  /// Closes the child's input, waits as long as `patience`, then ends its whole process group. Returns how
  /// the child ended, e.g. "exited with status 1", or "" if it had to be ended.
  std::string end(std::chrono::milliseconds patience);

 private:
  bool has_ended(std::chrono::milliseconds patience) const;
  void signal_group(int signal) const;

  pid_t pid_ = -1;  // -1 once it has been reaped
};

}  // namespace craggy::testbeds
