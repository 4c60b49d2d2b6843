// Gives a target every file of a folder, and as many variations of them as asked for: a short run for every
// compiler, always the same.
//   craggy_fuzz_NAME_replay FOLDER VARIATIONS
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "fuzz/target.hpp"

namespace {

using craggy::RandomStream;

std::vector<std::string> read_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

std::size_t below(RandomStream& stream, std::size_t limit) {
  return std::min(limit - 1, static_cast<std::size_t>(stream.uniform() * static_cast<double>(limit)));
}

// One step of what fuzzers do: a byte changed, a piece left out, a piece of another text put in, or doubled.
std::string varied(std::string text, const std::vector<std::string>& texts, RandomStream& stream) {
  const std::size_t at = below(stream, text.size() + 1);
  switch (below(stream, 4)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(below(stream, 256));
      return text;
    case 1:
      return text.erase(at, 1 + below(stream, 8));
    case 2: {
      const std::string& other = texts[below(stream, texts.size())];
      return text.insert(at, other.substr(below(stream, other.size() + 1), 1 + below(stream, 16)));
    }
    default:
      return text.insert(at, text.substr(below(stream, text.size() + 1), 1 + below(stream, 16)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s FOLDER VARIATIONS\n", argv[0]);
    return 2;
  }
  const std::vector<std::string> texts = read_folder(argv[1]);
  if (texts.empty()) {
    std::fprintf(stderr, "%s: no files to begin with\n", argv[1]);
    return 2;
  }
  for (const std::string& text : texts) craggy::fuzz::one_input(text);
  const long variations = std::atol(argv[2]);
  for (long v = 0; v < variations; ++v) {
    RandomStream stream(static_cast<std::uint64_t>(v), {});
    std::string text = texts[below(stream, texts.size())];
    for (std::size_t steps = 1 + below(stream, 6); steps > 0; --steps) text = varied(text, texts, stream);
    craggy::fuzz::one_input(text);
  }
  std::printf("%zu texts and %ld variations\n", texts.size(), variations);
  return 0;
}
