// What cannot be written: readers that leave, full devices, limits on the size of files. Mostly with the real
// program and what a shell does to its streams.
#include "standard_stream.hpp"

#include <cerrno>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_fixture.hpp"
#include "support/processes.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::lasting_processes_with;
using nlohmann::json;

const std::string nobody_reads = "craggy: nobody reads the standard output any more\n";
const std::string is_full = "craggy: cannot write to the standard output: No space left on device\n";

TEST(StandardStream, KnowsWhySomethingIsLost) {
  StandardStream stream(-1, StandardStream::OnFailure::fail);
  std::ostream out(&stream);
  out << "text";
  EXPECT_EQ(stream.error(), 0) << "nothing was written yet";
  EXPECT_THROW(check_written(out), OutputLost);
  EXPECT_EQ(stream.error(), EBADF);
}

TEST(StandardStream, ForgetsWhatANoteCouldNotSay) {
  StandardStream stream(-1, StandardStream::OnFailure::forget);
  std::ostream err(&stream);
  err << "text" << std::flush;
  EXPECT_TRUE(err.good());
  EXPECT_NO_THROW(check_written(err));
}

class Unwritable : public testing::RunCommand {
 protected:
  /// The exit code of a shell that does this; `craggy` is the program, on our store.
  int shell(const std::string& script) const {
    const std::string functions = "craggy() { CRAGGY_STORE=" + store_ + " " + CRAGGY_BINARY + " \"$@\"; }\n";
    const std::string file = folder_.file("script", functions + script);
    const int status =
        std::system(("sh " + file + " >" + folder_.path() + "/out 2>" + folder_.path() + "/err").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::size_t count(const std::string& state) const {
    std::size_t found = 0;
    for (const json& trial : history())
      if (trial["state"] == state) ++found;
    return found;
  }

  const std::string tune_ = "craggy run --study tune --param 'x=float(0,1)' --surrogate random ";
};

TEST_F(Unwritable, AReaderThatLeavesEndsTheRunAndGivesTheRestBack) {
  // Trial 0 gives a line; the others run until they are ended.
  shell("{ " + tune_ + "--trials 9 --jobs 3 --jsonl -- " +
        "sh -c 'test $CRAGGY_TRIAL = 0 || exec sleep 97731; echo {x}'; echo $? >&2; } | head -1");
  EXPECT_EQ(json::parse(read("out"))["trial"], 0);
  EXPECT_EQ(read("err"), nobody_reads + "1\n");
  EXPECT_EQ(lasting_processes_with("97731").size(), 0U);
  EXPECT_EQ(count("finished"), 1U);
  EXPECT_EQ(count("running"), 0U);
  EXPECT_EQ(shell("craggy run --study tune --trials 4 --quiet --allow-new-command -- echo {x}"), 0)
      << "it resumes as ever";
  EXPECT_EQ(count("finished"), 4U);
}

TEST_F(Unwritable, AReaderThatLeavesEndsAWorker) {
  shell(
      "craggy create tune --param 'x=float(0,1)' --surrogate random\n"
      "{ craggy worker --study tune --jobs 2 --jsonl -- "
      "sh -c 'test $CRAGGY_TRIAL = 0 || exec sleep 97732; echo {x}'; echo $? >&2; } | head -1 >/dev/null");
  EXPECT_EQ(read("err"), nobody_reads + "1\n");
  EXPECT_EQ(lasting_processes_with("97732").size(), 0U);
  EXPECT_EQ(count("running"), 0U);
}

TEST_F(Unwritable, CommandsWhoseOutputIsLostSaySo) {
  ASSERT_EQ(shell(tune_ + "--trials 3 --quiet -- echo {x}"), 0);
  for (const char* command :
       {"show tune", "show tune 1", "show tune --json", "list", "export tune", "--help", "help run",
        "problems", "completion bash", "manual", "--version", "enqueue tune --set x=0.5"}) {
    EXPECT_EQ(shell("craggy " + std::string(command) + " >/dev/full"), 1) << command;
    EXPECT_EQ(read("err"), is_full) << command;
    // The reader is away before anything is written.
    shell("{ sleep 0.1; craggy " + std::string(command) + "; echo $? >&2; } | true");
    EXPECT_EQ(read("err"), nobody_reads + "1\n") << command;
  }
}

TEST_F(Unwritable, ARunWhoseSummaryIsLostHasDoneItsTrials) {
  EXPECT_EQ(shell(tune_ + "--trials 3 --quiet -- echo {x} >/dev/full"), 1);
  EXPECT_EQ(read("err"), is_full);
  EXPECT_EQ(count("finished"), 3U);
}

TEST_F(Unwritable, AnAskThatNobodyGetsGivesItsTrialBack) {
  ASSERT_EQ(shell("craggy create tune --param 'x=float(0,1)'"), 0);
  EXPECT_EQ(shell("craggy ask tune >/dev/full"), 1);
  EXPECT_EQ(read("err"), is_full);
  EXPECT_EQ(count("waiting"), 1U);
  EXPECT_EQ(shell("craggy ask tune --json >&-"), 1);
  EXPECT_EQ(read("err"), "craggy: cannot write to the standard output: Bad file descriptor\n");
  EXPECT_EQ(count("waiting"), 1U);
  EXPECT_EQ(shell("craggy ask tune"), 0);
  EXPECT_TRUE(read("out").starts_with("trial 0\n"));
}

TEST_F(Unwritable, NotesThatCannotBeWrittenEndNothing) {
  const std::string failing = "--trials 3 -- sh -c 'test $CRAGGY_TRIAL != 1 && echo {x}' ";
  for (const char* errors : {"2>/dev/full", "2>&-", "2>&1 >out.txt | true"}) {
    ASSERT_EQ(shell("cd " + folder_.path() + "\n" + tune_ + failing + errors), 0) << errors;
    // With a reader of the notes that has left, the pipeline ends before the run does.
    shell(tune_ + "--trials 3 --quiet -- true");
    EXPECT_EQ(count("finished"), 2U) << errors;
    EXPECT_EQ(count("failed"), 1U) << errors;
    ASSERT_EQ(shell("craggy delete tune --yes"), 0);
  }
}

TEST_F(Unwritable, ALimitOnTheSizeOfFilesIsLikeAFullDisk) {
  // 150 kB are more than an empty store takes, and less than what so many trials do.
  EXPECT_EQ(shell("ulimit -f 300; " + tune_ + "--trials 500 --quiet -- echo {x}"), 4) << read("err");
  EXPECT_NE(read("err").find("one of its files would be larger than this process may make it (ulimit -f)"),
            std::string::npos)
      << read("err");
  const std::size_t finished = count("finished");
  EXPECT_GT(finished, 0U);
  EXPECT_EQ(
      shell("craggy run --study tune --quiet --trials " + std::to_string(finished + 1) + " -- echo {x}"), 0)
      << read("err");
  shell("{ (ulimit -f 0; craggy manual >" + folder_.path() + "/shown; echo $?); } 2>&1 | cat >&2");
  EXPECT_EQ(read("err"), "craggy: cannot write to the standard output: File too large\n1\n");
}

TEST_F(Unwritable, CommandsHaveTheirSignalsBack) {
  shell(tune_ + "--trials 1 --quiet -- sh -c 'kill -XFSZ $$; echo {x}'");
  EXPECT_EQ(history()[0]["message"], "the command was ended by signal 25 (File size limit exceeded)");
  ASSERT_EQ(shell("craggy delete tune --yes"), 0);
  shell(tune_ + "--trials 1 --quiet -- sh -c 'kill -PIPE $$; echo {x}'");
  EXPECT_EQ(history()[0]["message"], "the command was ended by signal 13 (Broken pipe)");
}

}  // namespace
}  // namespace craggy::cli
