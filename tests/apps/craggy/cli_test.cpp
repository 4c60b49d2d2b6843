#include "cli.hpp"

#include <gtest/gtest.h>

#include "command_table.hpp"
#include "run_craggy.hpp"

namespace craggy::cli {
namespace {

using testing::misuse;
using testing::Outcome;
using testing::run_craggy;

TEST(Cli, HelpListsTheCommands) {
  const Outcome outcome = run_craggy({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const Command& command : all_commands())
    EXPECT_NE(outcome.out.find("\n  " + command.name + " "), std::string::npos) << command.name;
  EXPECT_EQ(run_craggy({"-h"}).out, outcome.out);
}

TEST(Cli, EveryCommandHasHelpWithinEightyColumns) {
  for (const Command& command : all_commands()) {
    const Outcome outcome = run_craggy({command.name, "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("Usage: craggy " + command.name), std::string::npos) << outcome.out;
    if (command.parts == nullptr) {
      EXPECT_NE(outcome.out.find("Examples:\n"), std::string::npos) << outcome.out;
    }
  }
}

TEST(Cli, HelpOfACommandInEveryOrder) {
  const std::string help = run_craggy({"run", "--help"}).out;
  EXPECT_TRUE(help.find("Usage: craggy run") != std::string::npos) << help;
  EXPECT_EQ(run_craggy({"help", "run"}).out, help);
  EXPECT_EQ(run_craggy({"-h", "run"}).out, help);
  EXPECT_EQ(run_craggy({"help"}).out, run_craggy({"--help"}).out);
  EXPECT_EQ(run_craggy({}).out, run_craggy({"--help"}).out);
  EXPECT_EQ(run_craggy({}).code, 0);
  EXPECT_EQ(run_craggy({"help", "experiment", "table"}).out,
            run_craggy({"experiment", "table", "--help"}).out);
  EXPECT_EQ(misuse({"help", "minimise"}), "unknown command 'minimise'; did you mean 'minimize'?");
}

TEST(Cli, Version) {
  const Outcome outcome = run_craggy({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("craggy ")) << outcome.out;
  EXPECT_EQ(run_craggy({"-V"}).out, outcome.out);
}

TEST(Cli, UnknownCommandsAndOptionsGetAGuess) {
  EXPECT_EQ(misuse({"minimise", "branin01"}), "unknown command 'minimise'; did you mean 'minimize'?");
  EXPECT_EQ(misuse({"qqqqqqqqqqqq"}), "unknown command 'qqqqqqqqqqqq'; see 'craggy --help'");
  EXPECT_EQ(misuse({"--verison"}), "unknown option '--verison'; did you mean '--version'?");
}

TEST(Cli, TheSecondInterruptEndsMostCommandsAtOnce) {
  std::stop_source abort;
  abort.request_stop();
  EXPECT_EXIT(run_craggy({"problems"}, {.abort = abort.get_token()}), ::testing::ExitedWithCode(130), "");
}

TEST(Cli, NoMessageHasAPassword) {
  for (const std::string url : {"postgresql://me:geheim@h/db", "postgresql://h/db?password=geheim",
                                "host=h password=geheim", "--store=postgresql://me:geheim@h:x/db"})
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{"list", url}, {"show", "tune", url}, {url}, {"bench", url}}) {
      const std::string message = misuse(args);
      EXPECT_EQ(message.find("geheim"), std::string::npos) << message;
    }
  EXPECT_EQ(misuse({"list", "postgresql://me:geheim@h/db"}),
            "unexpected argument 'postgresql://me:***@h/db'; see 'craggy list --help'");
}

TEST(Cli, AMessageStaysOnOneLine) {
  EXPECT_EQ(misuse({"two\nlines-unlike-any"}), "unknown command 'two lines-unlike-any'; see 'craggy --help'");
}

}  // namespace
}  // namespace craggy::cli
