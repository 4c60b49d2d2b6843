#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/figures/output.hpp>
#include <craggy/figures/render.hpp>

#include "support/message_of.hpp"

namespace craggy::figures {
namespace {

Figure small_figure() {
  return {.name = "small",
          .title = "Small",
          .description = "",
          .note = "",
          .legend = {},
          .rows = {{.height = 50.0, .panels = {{"", Chart{}}}}}};
}

class WriteFigure : public ::testing::Test {
 protected:
  WriteFigure() {
    std::string name = (std::filesystem::temp_directory_path() / "craggy_figures_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    path_ = std::getenv("PATH");
  }
  ~WriteFigure() override {
    setenv("PATH", path_.c_str(), 1);
    std::filesystem::remove_all(folder_);
  }

  std::size_t num_files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  // A stand-in for the converter: a script that is first in PATH.
  void install_converter(const std::string& body) const {
    std::filesystem::create_directory(folder_ / "bin");
    const std::filesystem::path script = folder_ / "bin" / "rsvg-convert";
    std::ofstream(script) << "#!/bin/sh\n" << body;
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    setenv("PATH", ((folder_ / "bin").string() + ":" + path_).c_str(), 1);
  }

  std::filesystem::path folder_;
  std::string path_;
};

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST_F(WriteFigure, WritesTheDocument) {
  write_figure(small_figure(), folder_ / "a.svg");
  EXPECT_EQ(content(folder_ / "a.svg"), render_svg(small_figure()));
  EXPECT_EQ(num_files(), 1U);
}

TEST_F(WriteFigure, HandsTheDocumentToTheConverter) {
  // The last two of its arguments are the output and the input.
  install_converter("while [ $# -gt 2 ]; do shift; done\n{ printf 'converted '; cat \"$2\"; } >\"$1\"\n");
  write_figure(small_figure(), folder_ / "a b.png");
  EXPECT_EQ(content(folder_ / "a b.png"), "converted " + render_svg(small_figure()));
  EXPECT_EQ(num_files(), 2U);  // and bin
}

TEST_F(WriteFigure, LeavesNothingBehindIfTheConverterFails) {
  install_converter("exit 3\n");
  EXPECT_THROW(write_figure(small_figure(), folder_ / "a.png"), Error);
  EXPECT_EQ(num_files(), 1U);  // bin
}

TEST_F(WriteFigure, SaysWhatToInstallWithoutAConverter) {
  setenv("PATH", folder_.c_str(), 1);
  try {
    write_figure(small_figure(), folder_ / "a.png");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("apt-get install librsvg2-bin"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(num_files(), 0U);
}

TEST_F(WriteFigure, RefusesOtherNamesAndPlaces) {
  EXPECT_EQ(testing::message_of([&] { write_figure(small_figure(), "a.pdf"); }),
            "the output is 'a.pdf', but its name has to end in .svg or .png");
  EXPECT_THROW(write_figure(small_figure(), folder_ / "missing" / "a.svg"), Error);
}

}  // namespace
}  // namespace craggy::figures
