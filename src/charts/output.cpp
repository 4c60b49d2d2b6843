#include "charts/output.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "charts/render.hpp"

namespace craggy::charts {
namespace {

constexpr const char* converter = "rsvg-convert";
constexpr const char* pixels_per_unit = "2";

void write_text(const std::string& text, const std::filesystem::path& file) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw Error(fmt::format("cannot write {}", file.string()));
}

void convert(const std::filesystem::path& svg, const std::filesystem::path& png) {
  std::array<std::string, 7> words = {converter, "--zoom",   pixels_per_unit, "--format",
                                      "png",     "--output", png.string()};
  std::string input = svg.string();
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 2);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(input.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, converter, nullptr, nullptr, arguments.data(), environ);
  if (failure == ENOENT)
    throw Error(fmt::format(
        "PNG needs {}, which is not installed: 'apt-get install librsvg2-bin' brings it; SVG needs "
        "nothing",
        converter));
  if (failure != 0) throw Error(fmt::format("{} cannot be started: {}", converter, std::strerror(failure)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw Error(fmt::format("waiting for {}: {}", converter, std::strerror(errno)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw Error(fmt::format("{} failed", converter));
}

// A file that is gone at the end, unless it was renamed.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(std::filesystem::path path) : path_(std::move(path)) {}
  ~UnfinishedFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

void check_output_name(const std::filesystem::path& file) {
  if (file.extension() != ".svg" && file.extension() != ".png")
    fail_argument("the output", fmt::format("'{}'", file.string()), "its name has to end in .svg or .png");
}

void write_figure(const Figure& figure, const std::filesystem::path& file) {
  check_output_name(file);
  const UnfinishedFile svg(file.string() + ".part.svg");
  write_text(render_svg(figure), svg.path());
  if (file.extension() == ".svg") {
    std::filesystem::rename(svg.path(), file);
    return;
  }
  const UnfinishedFile png(file.string() + ".part.png");
  convert(svg.path(), png.path());
  std::filesystem::rename(png.path(), file);
}

}  // namespace craggy::charts
