// Inputs that nobody should give, each with a clear message, nothing lost and nothing left running.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/mount.h>

#include "study_fixture.hpp"
#include "support/processes.hpp"
#include "support/scoped_variable.hpp"

namespace craggy::cli {
namespace {

namespace fs = std::filesystem;
using craggy::testing::processes_with;
using craggy::testing::ScopedVariable;
using nlohmann::json;
using testing::Outcome;
using testing::run_craggy;
using testing::TemporaryFolder;

const std::string unit = "x=float(0,1)";

class Hostile : public testing::StudyFixture {
 protected:
  json history() const { return json::parse(craggy({"show", "tune", "--json"}).out)["history"]; }

  /// The reason for which a single trial failed.
  std::string failure(const std::string& script, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> options = {"--param", unit, "--trials", "1", "--quiet"};
    options.insert(options.end(), more.begin(), more.end());
    const Outcome outcome = run_shell(options, script);
    EXPECT_EQ(outcome.code, 3) << outcome.err << outcome.out;
    EXPECT_EQ(outcome.err, "");
    const json trials = history();
    EXPECT_EQ(trials.size(), 1U);
    EXPECT_EQ(trials[0]["state"], "failed");
    const auto message = trials[0]["message"].get<std::string>();
    return message.substr(0, message.find('\n'));
  }

  void one_good_trial() const {
    EXPECT_EQ(run_shell({"--param", unit, "--trials", "1", "--quiet"}, "echo {x}").code, 0);
  }

  std::string database() const { return folder_.path() + "/studies.db"; }
};

TEST_F(Hostile, ParameterNamedLikeACommand) {
  const std::string message = error({"run", "--param", "a; rm -rf=float(0,1)", "--", "echo", "1"}, 2);
  EXPECT_NE(message.find("a; rm -rf"), std::string::npos) << message;
}

TEST_F(Hostile, PlaceholderOfNoParameter) {
  EXPECT_EQ(
      error({"run", "--param", unit, "--", "echo", "{rate}"}, 2),
      "an argument of the command is '{rate}', but there is no parameter 'rate'; there are x; write '{{' and "
      "'}}' for braces");
}

TEST_F(Hostile, ParameterMissingFromTheCommand) {
  const Outcome outcome = run({"--param", unit, "--trials", "1"}, {"echo", "1"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("the command does not mention {x}"), std::string::npos) << outcome.err;
}

TEST_F(Hostile, TenMegabytesInALine) {
  EXPECT_EQ(failure("head -c 10000000 /dev/zero | tr '\\0' 7").substr(0, 70),
            "no value: the last line of the output has more than 65536 bytes: '7777");
}

TEST_F(Hostile, ClosesItsOutput) {
  EXPECT_EQ(failure("exec >&- 2>&-"), "no value: the output is empty and there is no result file");
}

TEST_F(Hostile, PrintsANumberThatIsTooLarge) {
  EXPECT_EQ(failure("echo 1e999"),
            "no value: in the last line of the output, '1e999' is outside the range of a double");
}

TEST_F(Hostile, PrintsNotANumber) {
  EXPECT_EQ(failure("echo NaN"), "no value: in the last line of the output, 'NaN' is not a finite number");
}

TEST_F(Hostile, PrintsNothing) {
  EXPECT_EQ(failure("true"), "no value: the output is empty and there is no result file");
}

TEST_F(Hostile, PrintsBinaryGarbage) {
  EXPECT_EQ(failure(R"(printf '\377\376\000\033]0;owned\007\n')"),
            R"(no value: in the last line of the output, '\xff\xfe\x00\x1b]0;owned\x07' is not a number)");
  EXPECT_EQ(craggy({"show", "tune"}).out.find('\x1b'), std::string::npos);
}

TEST_F(Hostile, WritesBinaryGarbageToStandardError) {
  failure(R"(printf '\377\033[31m\000' >&2; exit 1)");
  EXPECT_EQ(history()[0]["message"], "the command exited with status 1\n\\xff\\x1b[31m\\x00");
}

TEST_F(Hostile, HangsAndIgnoresTerm) {
  EXPECT_EQ(failure("trap '' TERM INT HUP; while :; do sleep 97711; done",
                    {"--timeout", "100ms", "--grace", "100ms"}),
            "no result within 0.1 s; it ignored SIGTERM and was killed");
  EXPECT_EQ(processes_with("97711").size(), 0U);
}

TEST_F(Hostile, ForksGrandchildren) {
  const Outcome outcome = run_shell(
      {"--param", unit, "--trials", "1"},
      "for i in 1 2 3; do setsid sh -c 'trap \"\" TERM HUP; sleep 97712' & done; (sleep 97712 &); echo {x}");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(processes_with("97712").size(), 0U);
}

TEST_F(Hostile, IsKilledByASignal) {
  EXPECT_EQ(failure("echo 1; kill -SEGV $$"), "the command was ended by signal 11 (Segmentation fault)");
}

TEST_F(Hostile, AResultFileThatIsAFolder) {
  EXPECT_EQ(failure("mkdir $CRAGGY_RESULT_FILE; echo 1"),
            "no value: the result file is a folder, not a file");
}

TEST_F(Hostile, AResultFileThatIsAPipe) {
  EXPECT_EQ(failure("mkfifo $CRAGGY_RESULT_FILE; echo 1"), "no value: the result file is a pipe, not a file");
}

TEST_F(Hostile, ACommandThatDoesNotExist) {
  EXPECT_EQ(error({"run", "--param", unit, "--", "./craggy_no_such_program", "{x}"}, 2),
            "the command is './craggy_no_such_program', but it cannot be run: No such file or directory");
}

TEST_F(Hostile, ACommandThatIsNotExecutable) {
  const std::string file = folder_.file("plain", "echo 1");
  EXPECT_EQ(error({"run", "--param", unit, "--", file, "{x}"}, 2),
            "the command is '" + file + "', but it cannot be run: Permission denied");
}

TEST_F(Hostile, ACommandThatIsNoProgram) {
  const std::string file = folder_.file("plain", "echo 1");
  fs::permissions(file, fs::perms::owner_all);
  EXPECT_EQ(error({"run", "--param", unit, "--", file, "{x}"}, 2),
            "the command is '" + file +
                "', but it cannot be run: it is neither a program of this system nor a "
                "script, which begins with a line such as #!/bin/sh");
}

TEST_F(Hostile, FillsTheDisk) {
  const TemporaryFolder disk;
  if (mount("none", disk.path().c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "mounting a small disk is not allowed here";
  {
    const ScopedVariable variable("TMPDIR", disk.path());
    const std::string fill = "head -c 2000000 /dev/zero >$TMPDIR/full 2>/dev/null; ";
    EXPECT_EQ(failure(fill + "echo 3 >$CRAGGY_RESULT_FILE"), "the command exited with status 1");
    std::ofstream rest(disk.path() + "/rest", std::ios::binary);
    while (rest.write(std::string(4096, 'x').data(), 4096).flush()) {
    }
    // The disk is still full when the next trial wants a folder: no trial is burnt on that.
    const Outcome outcome = run({"--trials", "3", "--quiet"}, {"echo", "{x}"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(outcome.err.starts_with("craggy: cannot write ")) << outcome.err;
    EXPECT_NE(outcome.err.find("No space left on device; TMPDIR says where the files of trials go"),
              std::string::npos)
        << outcome.err;
    fs::remove(disk.path() + "/full");
    EXPECT_EQ(run({"--trials", "3", "--quiet"}, {"echo", "{x}"}).code, 0);
  }
  EXPECT_EQ(history().size(), 3U);
  EXPECT_EQ(umount(disk.path().c_str()), 0);
}

TEST_F(Hostile, AStoreOnAFullDisk) {
  const TemporaryFolder disk;
  if (mount("none", disk.path().c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "mounting a small disk is not allowed here";
  store_ = "sqlite:///" + disk.path() + "/studies.db";
  const ScopedVariable patience("CRAGGY_STORE_PATIENCE", "2");
  one_good_trial();
  const Outcome outcome =
      run_shell({"--trials", "3", "--quiet"},
                "head -c 2000000 /dev/zero >" + disk.path() + "/full 2>/dev/null; echo 0.25");
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_NE(outcome.err.find("gave 0.25, which could not be stored"), std::string::npos) << outcome.err;
  fs::remove(disk.path() + "/full");
  EXPECT_EQ(craggy({"tell", "tune", "1", "0.25"}).code, 0);
  EXPECT_EQ(history()[1]["value"], 0.25);
  EXPECT_EQ(umount(disk.path().c_str()), 0);
}

TEST_F(Hostile, AReadOnlyStore) {
  const TemporaryFolder disk;
  if (mount("none", disk.path().c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "mounting a disk that can become read-only is not allowed here";
  store_ = "sqlite:///" + disk.path() + "/studies.db";
  one_good_trial();
  ASSERT_EQ(mount("none", disk.path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr), 0);
  const Outcome outcome = run({"--trials", "2", "--quiet"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("studies.db"), std::string::npos) << outcome.err;
  ASSERT_EQ(mount("none", disk.path().c_str(), "tmpfs", MS_REMOUNT, nullptr), 0);
  EXPECT_EQ(run({"--trials", "2", "--quiet"}, {"echo", "{x}"}).code, 0);
  EXPECT_EQ(umount(disk.path().c_str()), 0);
}

TEST_F(Hostile, AStoreInAFolderThatIsNotThere) {
  store_ = "sqlite:///" + folder_.path() + "/none/studies.db";
  const Outcome outcome = run({"--param", unit, "--trials", "1"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("there is no folder '" + folder_.path() + "/none'"), std::string::npos)
      << outcome.err;
}

TEST_F(Hostile, AStoreThatIsNoDatabase) {
  store_ = "sqlite:///" + folder_.file("photo.db", std::string(5000, 'x'));
  const Outcome outcome = run({"--param", unit, "--trials", "1"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.err.find("photo.db"), std::string::npos) << outcome.err;
  std::ifstream file(folder_.path() + "/photo.db");
  std::string text;
  file >> text;
  EXPECT_EQ(text, std::string(5000, 'x')) << "it is not touched";
}

TEST_F(Hostile, AStoreOfANewerVersion) {
  one_good_trial();
  const std::string newer = fmt::format("sqlite3 '{}' 'PRAGMA user_version' >/dev/null 2>&1", database());
  if (std::system(newer.c_str()) != 0) GTEST_SKIP() << "sqlite3 is not installed";
  ASSERT_EQ(std::system(fmt::format("sqlite3 '{}' 'PRAGMA user_version = 999; {}' 2>/dev/null || true",
                                    database(), "UPDATE craggy_schema SET version = 999")
                            .c_str()),
            0);
  const Outcome outcome = run({"--trials", "2"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_NE(outcome.err.find("newer"), std::string::npos) << outcome.err;
}

TEST_F(Hostile, TwoStudiesOfOneNameWithDifferentSpaces) {
  one_good_trial();
  const Outcome outcome = run({"--param", "x=float(0,2)", "--trials", "2"}, {"echo", "{x}"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("float(0,1)"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("float(0,2)"), std::string::npos) << outcome.err;
  EXPECT_EQ(history().size(), 1U);
}

TEST_F(Hostile, AHugeNumberOfParameters) {
  std::vector<std::string> options = {"--trials", "2", "--quiet", "--json"};
  for (int i = 0; i < 1000; ++i) {
    options.emplace_back("--param");
    options.push_back(fmt::format("p{}=float(0,1)", i));
  }
  const Outcome outcome = run_shell(options, "echo $CRAGGY_PARAM_P999");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["best"]["params"].size(), 1000U);
}

TEST_F(Hostile, NamesOfStudies) {
  for (const char* text :
       {"it's \"quoted\"; DROP TABLE studies; --", "../../etc/passwd", "grüße 🙂", "-rf"}) {
    const std::string name = text;
    const Outcome made =
        craggy({"run", "--study=" + name, "--param", unit, "--surrogate", "random", "--trials", "1", "--",
                "sh", "-c", "test \"$CRAGGY_STUDY\" = \"$1\" && echo {x}", "sh", name});
    EXPECT_EQ(made.code, 0) << made.err;
  }
  EXPECT_EQ(json::parse(craggy({"list", "--json"}).out).size(), 4U);
  for (const std::string& name :
       {std::string("two\nlines"), std::string("\x1b[31m"), std::string(1000, 'x')}) {
    const Outcome refused = craggy({"run", "--study=" + name, "--param", unit, "--", "echo", "{x}"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.err.find('\x1b'), std::string::npos);
  }
  EXPECT_EQ(json::parse(craggy({"list", "--json"}).out).size(), 4U);
}

TEST_F(Hostile, CategoriesThatLookLikeSomethingElse) {
  const Outcome outcome =
      run({"--param", R"-(flag=categorical("--help","$(touch owned)","it's; rm -rf *","{x}"))-", "--trials",
           "4", "--quiet"},
          {"sh", "-c", "test $# = 1 && test \"$1\" = \"$CRAGGY_PARAM_FLAG\" && echo 1", "sh", "{flag}"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_FALSE(fs::exists("owned"));
  EXPECT_EQ(history().size(), 4U);
}

TEST_F(Hostile, OptionsThatCannotBe) {
  EXPECT_EQ(error({"run", "--param", unit, "--jobs", "0", "--", "echo"}, 2),
            "--jobs is '0', but it has to be a whole number of at least 1");
  EXPECT_EQ(error({"run", "--param", unit, "--jobs", "1000000", "--", "echo", "{x}"}, 2),
            "--jobs is 1000000, but it has to be at most 1000");
  EXPECT_EQ(error({"run", "--param", unit, "--timeout", "soon", "--", "echo"}, 2),
            "--timeout is 'soon', but it has to be a time such as 500ms, 90s, 10m, 1h30m or 2d");
  EXPECT_EQ(error({"run", "--param", "x", "--", "echo"}, 2).find("terminate"), std::string::npos);
}

// What is printed must not end up in whatever file gets the number of the closed stream.
TEST_F(Hostile, AClosedStandardStream) {
  const std::string command =
      std::string(CRAGGY_BINARY) + " run --store " + store_ +
      " --study tune --surrogate random --param 'x=float(0,1)' --trials 2 -- echo {x}";
  EXPECT_EQ(WEXITSTATUS(std::system((command + " >&- 2>/dev/null").c_str())), 1);
  EXPECT_EQ(WEXITSTATUS(std::system((command + " <&- >/dev/null 2>&-").c_str())), 0);
}

}  // namespace
}  // namespace craggy::cli
