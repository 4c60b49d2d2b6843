#include "execution/file_template.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/space/grammar.hpp>

#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::execution {
namespace {

using craggy::testing::message_of;

class FileTemplateTest : public ::testing::Test {
 protected:
  /// What becomes of a template at x = 0.125, n = 7, opt = adam and flag = true, so that m is inactive.
  std::string filled(const std::string& text, double opt = 0) const {
    const FileTemplate deck(folder_.file("deck.in", text), space_);
    const std::vector<double> values = {0.125, 7, opt, 0.5, 1};
    return deck.fill(space_, values, {.study = "tune", .trial = 4, .seed = 11}).content;
  }

  /// What is wrong with it, without the path.
  std::string error_of(const std::string& text) const {
    const std::string path = folder_.file("deck.in", text);
    const std::string message = message_of<InvalidArgument>([&] { FileTemplate(path, space_); });
    return message.starts_with(path) ? message.substr(path.size()) : message;
  }

  craggy::testing::TemporaryFolder folder_;
  Space space_{{parse_parameter("x=float(0,1)"), parse_parameter("n=int(1,9)"),
                parse_parameter("opt=categorical(adam,sgd)"), parse_parameter("m=float(0,1) if opt == sgd"),
                parse_parameter("flag=bool")}};
};

TEST_F(FileTemplateTest, PutsValuesInPlace) {
  EXPECT_EQ(filled("x {x}\nn={n} opt={opt} {flag}\n"), "x 0.125\nn=7 opt=adam true\n");
  EXPECT_EQ(filled("seed {CRAGGY_SEED} {CRAGGY_TRIAL} {CRAGGY_STUDY} {x}"), "seed 11 4 tune 0.125");
}

TEST_F(FileTemplateTest, LeavesEverythingElseAsItIs) {
  EXPECT_EQ(filled("\r\n\t{x}\r\n\n{{x}}\nno end"), "\r\n\t0.125\r\n\n{x}\nno end");
  EXPECT_EQ(filled(std::string("\0\xff {x}\n", 7)), std::string("\0\xff 0.125\n", 9));
}

TEST_F(FileTemplateTest, KnowsFormats) {
  EXPECT_EQ(filled("{x:.2f}|{x:10.3e}|{x:<8}|{x:E}"), "0.12| 1.250e-01|0.125   |1.250000E-01");
  EXPECT_EQ(filled("{x}{n:5d}|{n:05}|{n:.1f}"), "0.125    7|00007|7.0");
  EXPECT_EQ(filled("{x} {opt:>6}|{flag:^8}|{CRAGGY_SEED:04d}"), "0.125   adam|  true  |0011");
}

TEST_F(FileTemplateTest, OfAnInactiveParameterTheLineIsLeftOutOrSaysWhatToWrite) {
  EXPECT_EQ(filled("x {x}\nmomentum {m}\nend\n"), "x 0.125\nend\n");
  EXPECT_EQ(filled("x {x}\nmomentum {m}\nend\n", 1), "x 0.125\nmomentum 0.5\nend\n");
  EXPECT_EQ(filled("{x} {m:.3f|none} {m|}!"), "0.125 none !");
  EXPECT_EQ(filled("{x} {m:.3f|none} {m|}!", 1), "0.125 0.500 0.5!");
}

TEST_F(FileTemplateTest, SaysInWhichLineSomethingIsWrong) {
  EXPECT_EQ(error_of("{x}\n\n{xx}\n"), ", line 3: there is no parameter 'xx'; did you mean '{x}'?");
  EXPECT_EQ(error_of("{x}\n a } b"), ", line 2: it has a '}' that closes nothing; write '}}' for a brace");
  EXPECT_EQ(error_of("{x}\n a { b\n}"), ", line 2: it has a '{' that is not closed; write '{{' for a brace");
  EXPECT_EQ(error_of("{x:.3q}"),
            ", line 1: '.3q' is no format for a number; formats are such as .3f, 10.4e, 5d or >8");
  EXPECT_EQ(error_of("{x:2000000000}"),
            ", line 1: the format '2000000000' asks for more than 999 characters");
  EXPECT_EQ(error_of("{x:d}").substr(0, 40), ", line 1: 'd' is no format for a number;");
  EXPECT_EQ(error_of("{opt:.3f}").substr(0, 41), ", line 1: '.3f' is no format for a text; ");
  EXPECT_EQ(
      error_of("{x}{m}"),
      ", line 1: it is left out where 'm' is inactive, so it may mention no other parameter; {m|0} would be 0 "
      "there instead");
  EXPECT_EQ(error_of("{x|0}"),
            ", line 1: '{x|0}' says what to write where the parameter is inactive, but it always is active");
}

TEST_F(FileTemplateTest, ThatMentionsNoParameterIsRefused) {
  for (const char* text : {"", "plain\n", "{{x}}", "{CRAGGY_SEED}"})
    EXPECT_NE(error_of(text).find("it mentions no parameter, as {x} would"), std::string::npos) << text;
}

TEST_F(FileTemplateTest, HasToBeAFileThatCanBeRead) {
  EXPECT_NE(message_of<InvalidArgument>([&] {
              FileTemplate("/nonexistent/deck.in", space_);
            }).find("'/nonexistent/deck.in', but it cannot be read: No such file or directory"),
            std::string::npos);
  EXPECT_NE(message_of<InvalidArgument>([&] { FileTemplate(folder_.path(), space_); }).find("it is a folder"),
            std::string::npos);
}

TEST_F(FileTemplateTest, WritesAFileOfItsOwnNameOrAnother) {
  const std::string path = folder_.file("deck.in", "{x}");
  EXPECT_EQ(FileTemplate(path, space_).name(), "deck.in");
  EXPECT_EQ(FileTemplate(path + "=run.inp", space_).name(), "run.inp");
  for (const char* name : {"", ".", "..", "a/b", "{x}", "params.json", "result"})
    EXPECT_NE(message_of<InvalidArgument>([&] {
                FileTemplate(path + "=" + name, space_);
              }).find("the name of a template's file"),
              std::string::npos)
        << name;
}

TEST_F(FileTemplateTest, IsReadOnce) {
  const FileTemplate deck(folder_.file("deck.in", "{x}"), space_);
  folder_.file("deck.in", "something else");
  const std::vector<double> values = {0.125, 7, 0, 0.5, 1};
  EXPECT_EQ(deck.fill(space_, values, {}).content, "0.125");
  EXPECT_TRUE(deck.mentions(0));
  EXPECT_FALSE(deck.mentions(1));
}

}  // namespace
}  // namespace craggy::execution
