// What processes there are, as seen from outside.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include <unistd.h>

#include "stores/worker.hpp"

namespace craggy::testing {

/// Whether that process does nothing any more; a container's first process may leave it unreaped.
inline bool is_gone(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string text;
  return !std::getline(file, text) || text.find(") Z ") != std::string::npos;
}

/// Signals arrive in their own time.
inline bool goes(const std::string& pid) {
  for (int i = 0; i < 500 && !is_gone(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return is_gone(pid);
}

inline std::set<std::string> open_descriptors() {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    names.insert(entry.path().filename().string());
  return names;
}

/// The processes that run somewhere with this in their command line, apart from ourselves.
inline std::set<std::string> processes_with(const std::string& mark) {
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename().string();
    if (pid.find_first_not_of("0123456789") != std::string::npos || pid == std::to_string(getpid())) continue;
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (text.str().find(mark) != std::string::npos && !is_gone(pid)) found.insert(pid);
  }
  return found;
}

/// The same, after it has had time to become empty.
inline std::set<std::string> lasting_processes_with(const std::string& mark) {
  for (int i = 0; i < 500 && !processes_with(mark).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return processes_with(mark);
}

}  // namespace craggy::testing
