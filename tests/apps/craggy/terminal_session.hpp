// A real terminal, that of a tmux server of its own: keys go in, and what the screen shows comes out.
//
//     TerminalSession terminal(folder);
//     EXPECT_EQ(terminal.finish("craggy show tune").code, 0);  // `craggy` is the program that was built
//     terminal.type("craggy run …");
//     EXPECT_TRUE(terminal.shows("1 running")) << terminal.screen();
//     terminal.press("C-c");
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <regex>
#include <stdexcept>
#include <string>
#include <thread>

#include "text.hpp"

namespace craggy::cli::testing {

class TerminalSession {
 public:
  static bool is_available() { return std::system("command -v tmux >/dev/null 2>&1") == 0; }

  /// The shell works in `folder`, which has to outlive the session and whose path has to be short.
  explicit TerminalSession(const std::string& folder, int columns = 180) : folder_(folder) {
    const std::string shell = "cd " + shell_word(folder) + "; PS1='> '; craggy() { " +
                              shell_word(CRAGGY_BINARY) + " \"$@\"; }; unset CRAGGY_STORE; clear";
    run("-u -f /dev/null new-session -d -x " + std::to_string(columns) + " -y 50 'LC_ALL=C.UTF-8 exec sh'");
    run("set-option -g history-limit 10000");
    type(shell);
    // What is cleared away later than this would be missed by finish(), which counts from what is shown.
    wait_until([&] {
      const std::string text = screen();
      return text.starts_with('>') && text.find("craggy()") == std::string::npos;
    });
  }

  ~TerminalSession() { std::system((tmux("kill-server") + " >/dev/null 2>&1").c_str()); }
  TerminalSession(const TerminalSession&) = delete;
  TerminalSession& operator=(const TerminalSession&) = delete;

  /// The text, and Enter.
  void type(const std::string& text) {
    run("send-keys -l " + shell_word(text));
    press("Enter");
  }

  /// A key as tmux calls it, such as C-c.
  void press(const std::string& key) { run("send-keys " + shell_word(key)); }

  /// All lines so far, also those that have left the screen; wrapped ones are joined.
  std::string screen() const {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(tmux("capture-pane -p -J -S -").c_str(), "r"),
                                                     pclose);
    std::string text;
    std::array<char, 4096> buffer{};
    for (std::size_t count = 1; pipe && count > 0;) {
      count = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
      text.append(buffer.data(), count);
    }
    return text;
  }

  /// Waits until the text is there, for as long as a very slow machine may take. What was there before
  /// counts.
  bool shows(const std::string& text) const {
    return wait_until([&] { return screen().find(text) != std::string::npos; });
  }

  struct Finished {
    int code = -1;     // -1: it did not end
    std::string text;  // what was shown since the command was typed
  };

  /// Types a command and waits for its end.
  Finished finish(const std::string& command) {
    const std::size_t before = screen().find_last_not_of(" \n") + 1;
    type(command + end_mark());
    return finished(before);
  }

  /// What is to be typed behind a command for whose end finished() waits.
  std::string end_mark() { return "; echo end-" + std::to_string(++num_marks_) + "=$?"; }
  Finished finished(std::size_t before = 0) const {
    const std::regex mark("\nend-" + std::to_string(num_marks_) + "=([0-9]+)");
    Finished result;
    wait_until([&] {
      const std::string text = screen();
      std::smatch match;
      if (!std::regex_search(text, match, mark)) return false;
      const auto begin = static_cast<std::ptrdiff_t>(std::min(before, text.size()));
      result = {std::stoi(match[1]), std::string(text.begin() + begin, match[0].first)};
      return true;
    });
    return result;
  }

  /// Looks until it holds, for as long as a very slow machine may take.
  template <class Condition>
  static bool wait_until(const Condition& holds) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(3);
    while (!holds()) {
      if (std::chrono::steady_clock::now() >= deadline) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return true;
  }

 private:
  std::string tmux(const std::string& arguments) const {
    return "tmux -S " + shell_word(folder_ + "/tmux") + " " + arguments;
  }

  void run(const std::string& arguments) const {
    if (std::system(tmux(arguments).c_str()) != 0) throw std::runtime_error("tmux " + arguments + " failed");
  }

  std::string folder_;
  int num_marks_ = 0;
};

}  // namespace craggy::cli::testing
