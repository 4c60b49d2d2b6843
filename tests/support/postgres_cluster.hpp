// A PostgreSQL server of our own, from Debian's package: in a temporary folder, on a socket there, gone with
// the test program however that ends.
#pragma once

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/temporary_folder.hpp"

namespace craggy::testing {

class PostgresCluster {
 public:
  /// The folder of PostgreSQL's programs, or "" if the package is not installed.
  static std::string programs() {
    std::string newest;
    std::error_code failure;
    for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", failure))
      if (std::filesystem::exists(version.path() / "bin" / "initdb"))
        newest = std::max(newest, (version.path() / "bin").string());
    return newest;
  }

  /// `settings` as "NAME=VALUE". Throws std::runtime_error, with the server's log, if it does not start.
  explicit PostgresCluster(std::vector<std::string> settings = {"fsync=off"})
      : settings_(std::move(settings)) {
    if (getuid() == 0 && chown(folder_.path().c_str(), unprivileged, unprivileged) != 0)
      throw std::runtime_error("the folder of the server cannot be given away");
    const pid_t initdb = start({"initdb", "--pgdata=" + data(), "--auth=trust", "--username=craggy",
                                "--no-sync", "--encoding=UTF8", "--locale=C"});
    if (!ended_well(initdb)) fail("initdb failed");
    // One role that needs a password; the first line that fits counts.
    std::ifstream before(data() + "/pg_hba.conf");
    const std::string rest(std::istreambuf_iterator<char>(before), {});
    std::ofstream(data() + "/pg_hba.conf") << "local all guarded scram-sha-256\n" << rest;
    start_server();
  }

  ~PostgresCluster() { stop(SIGINT); }
  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;

  void start_server() {
    std::filesystem::remove(data() + "/postmaster.pid");
    std::vector<std::string> command = {"postgres",
                                        "-D",
                                        data(),
                                        "-k",
                                        folder_.path(),
                                        "-c",
                                        "listen_addresses=",
                                        "-c",
                                        "max_connections=200",
                                        "-c",
                                        "shared_buffers=32MB"};
    for (const std::string& setting : settings_) {
      command.emplace_back("-c");
      command.push_back(setting);
    }
    server_ = start(command);
    for (int i = 0; i < 3000; ++i) {
      if (is_ready()) return;
      if (waitpid(server_, nullptr, WNOHANG) == server_) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    fail("the server does not start");
  }

  /// SIGINT ends it in good order, SIGQUIT like a crash.
  void stop(int signal) {
    if (server_ <= 0) return;
    kill(server_, signal);
    waitpid(server_, nullptr, 0);
    server_ = -1;
  }

  /// Runs SQL as the owner of the server.
  void sql(const std::string& text) const {
    if (!ended_well(
            start({"psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--host=" + folder_.path(),
                   "--username=craggy", "--dbname=postgres", "--command=" + text})))
      fail("psql failed: " + text);
  }

  /// The URL of a schema with nothing in it.
  std::string fresh_url() {
    const std::string schema = "schema" + std::to_string(++num_schemas_);
    sql("CREATE SCHEMA " + schema);
    return url() + "&options=-csearch_path%3D" + schema;
  }

  std::string url() const { return "postgresql://craggy@/postgres?host=" + folder_.path(); }
  std::string socket() const { return folder_.path() + "/.s.PGSQL.5432"; }
  std::string folder() const { return folder_.path(); }

 private:
  static constexpr uid_t unprivileged = 65534;  // nobody: the server refuses to run as root

  std::string data() const { return folder_.path() + "/data"; }
  std::string log() const { return folder_.path() + "/log"; }

  pid_t start(const std::vector<std::string>& command) const {
    std::vector<std::string> words = command;
    words.front() = programs() + "/" + words.front();
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const std::string log_file = log();
    const std::string folder = folder_.path();
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child != 0) return child;
    if (getuid() == 0 &&
        (setgroups(0, nullptr) != 0 || setgid(unprivileged) != 0 || setuid(unprivileged) != 0))
      _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);  // after setuid(), which forgets it
    if (getppid() != parent || chdir(folder.c_str()) != 0) _exit(126);
    const int output = open(log_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(pointers.front(), pointers.data());
    _exit(127);
  }

  static bool ended_well(pid_t child) {
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  bool is_ready() const {
    std::ifstream file(data() + "/postmaster.pid");
    std::string line;
    while (std::getline(file, line))
      if (line.starts_with("ready")) return true;
    return false;
  }

  [[noreturn]] void fail(const std::string& what) const {
    std::ifstream file(log());
    throw std::runtime_error(what + "\n" + std::string(std::istreambuf_iterator<char>(file), {}));
  }

  std::vector<std::string> settings_;
  TemporaryFolder folder_;
  pid_t server_ = -1;
  int num_schemas_ = 0;
};

}  // namespace craggy::testing
