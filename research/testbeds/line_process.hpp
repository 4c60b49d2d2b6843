// A helper program that answers every line with one line, started without a shell and ended with its object.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::execution {
class ChildProcess;
}

namespace craggy::testbeds {

struct LineProcessOptions {
  std::vector<std::string> command;  // the program, looked up in PATH unless it has a slash; its arguments
  std::map<std::string, std::string> environment = {};  // added to our own variables, or in their place
  std::string name = {};                                // for error messages; empty: the program as given
  std::chrono::milliseconds answer_limit = std::chrono::minutes(10);  // for one exchange
};

/// The helper ends when its standard input does, or else by a signal to its process group. It reads and
/// writes text; what it writes to standard error is kept for error messages. For one thread at a time.
class LineProcess {
 public:
  /// Throws InvalidArgument for an empty command and Error if the program cannot be started.
  explicit LineProcess(LineProcessOptions options);
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  /// Sends a line and returns the answer, both without their end of line. Throws InvalidArgument if `line`
  /// has an end of line in it; Error if the helper died, closed its streams, said more than it was asked for
  /// or gave no answer in time; Cancelled if stopped. After Error or Cancelled the helper is gone, and every
  /// further exchange throws Error.
  std::string exchange(std::string_view line, const std::stop_token& stop = {});

  /// Whether another exchange makes sense.
  bool usable() const { return child_ != nullptr; }

 private:
  std::string wait_for_answer(std::string_view to_send, const std::stop_token& stop);
  bool read_output();
  void read_errors();
  [[noreturn]] void fail(std::string_view what, std::chrono::milliseconds patience = std::chrono::seconds(1));

  LineProcessOptions options_;
  std::unique_ptr<execution::ChildProcess> child_;
  std::string received_;     // what the helper wrote and nobody has read yet
  std::string last_errors_;  // the end of what it wrote to standard error
};

}  // namespace craggy::testbeds
