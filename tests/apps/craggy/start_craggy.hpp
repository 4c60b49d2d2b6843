// The real program, in a process of its own.
#pragma once

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace craggy::cli::testing {

/// In a process group of its own, with nothing on its streams.
inline pid_t start_craggy(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {CRAGGY_BINARY};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(all.size() + 1);
  for (std::string& argument : all) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);  // nohup ignores them
    std::freopen("/dev/null", "w", stdout);
    std::freopen("/dev/null", "w", stderr);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  setpgid(child, child);  // whichever of the two comes first
  return child;
}

/// Its status, as waitpid() has it.
inline int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace craggy::cli::testing
