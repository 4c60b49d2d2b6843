#include "charts/output.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

#include "charts/render.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::charts {
namespace {

using testing::TemporaryFolder;

Figure small_figure() {
  return {.name = "small",
          .title = "Small",
          .description = "",
          .note = "",
          .legend = {},
          .rows = {{.height = 50.0, .panels = {{"", Chart{}}}}}};
}

std::size_t num_files(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

// Another PATH until the end of the test.
class SearchPath {
 public:
  explicit SearchPath(const std::string& path) : before_(std::getenv("PATH")) {
    setenv("PATH", path.c_str(), 1);
  }
  ~SearchPath() { setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_;
};

// The path in which a script stands in for the converter.
std::string path_with_converter(const TemporaryFolder& folder, const std::string& body) {
  const std::string script = folder.file("rsvg-convert", "#!/bin/sh\n" + body);
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  return folder.path() + ":" + std::getenv("PATH");
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST(WriteFigure, WritesTheDocument) {
  const TemporaryFolder folder;
  write_figure(small_figure(), folder.path() + "/a.svg");
  EXPECT_EQ(content(folder.path() + "/a.svg"), render_svg(small_figure()));
  EXPECT_EQ(num_files(folder.path()), 1U);
}

TEST(WriteFigure, HandsTheDocumentToTheConverter) {
  const TemporaryFolder bin;
  const TemporaryFolder folder;
  // The last two of its arguments are the output and the input.
  const SearchPath path(path_with_converter(
      bin, "while [ $# -gt 2 ]; do shift; done\n{ printf 'converted '; cat \"$2\"; } >\"$1\"\n"));
  write_figure(small_figure(), folder.path() + "/a b.png");
  EXPECT_EQ(content(folder.path() + "/a b.png"), "converted " + render_svg(small_figure()));
  EXPECT_EQ(num_files(folder.path()), 1U);
}

TEST(WriteFigure, LeavesNothingBehindIfTheConverterFails) {
  const TemporaryFolder bin;
  const TemporaryFolder folder;
  const SearchPath path(path_with_converter(bin, "exit 3\n"));
  EXPECT_THROW(write_figure(small_figure(), folder.path() + "/a.png"), Error);
  EXPECT_EQ(num_files(folder.path()), 0U);
}

TEST(WriteFigure, SaysWhatToInstallWithoutAConverter) {
  const TemporaryFolder folder;
  const SearchPath path(folder.path());
  try {
    write_figure(small_figure(), folder.path() + "/a.png");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("apt-get install librsvg2-bin"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(num_files(folder.path()), 0U);
}

TEST(WriteFigure, RefusesOtherNamesAndPlaces) {
  const TemporaryFolder folder;
  EXPECT_EQ(testing::message_of([&] { write_figure(small_figure(), "a.pdf"); }),
            "the output is 'a.pdf', but its name has to end in .svg or .png");
  EXPECT_THROW(write_figure(small_figure(), folder.path() + "/missing/a.svg"), Error);
}

}  // namespace
}  // namespace craggy::charts
