#include "execution/program_file.hpp"

#include <string>

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"

namespace craggy::execution {
namespace {

class ProgramFile : public ::testing::Test {
 protected:
  std::string reason(const std::string& content) {
    return reason_not_to_start(folder_.file("program", content));
  }

  craggy::testing::TemporaryFolder folder_;
};

TEST_F(ProgramFile, ProgramsAndScriptsCanBeStarted) {
  EXPECT_EQ(reason_not_to_start("/bin/sh"), "");
  EXPECT_EQ(reason("#!/bin/sh\necho 1\n"), "");
  EXPECT_EQ(reason("#! /usr/bin/env python3 -u\n"), "");
  EXPECT_EQ(reason("#!/bin/sh"), "");
  EXPECT_EQ(reason_not_to_start(folder_.path() + "/none"), "") << "that is for somebody else to find";
}

TEST_F(ProgramFile, TextWithoutAFirstLineCannot) {
  const std::string expected =
      "it is neither a program of this system nor a script, which begins with a line such as #!/bin/sh";
  EXPECT_EQ(reason("echo 1\n"), expected);
  EXPECT_EQ(reason("\n#!/bin/sh\necho 1\n"), expected);
  EXPECT_EQ(reason(""), expected);
}

TEST_F(ProgramFile, AScriptNeedsItsInterpreter) {
  EXPECT_EQ(reason("#!/usr/bin/no-such-python3 -u\n"),
            "its first line asks for '/usr/bin/no-such-python3', which is not there");
  EXPECT_EQ(reason("#!/bin/sh\r\necho 1\r\n"),
            "its first line ends with a carriage return, as on Windows, which dos2unix takes away");
}

}  // namespace
}  // namespace craggy::execution
