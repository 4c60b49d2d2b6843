#include "other_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/check.hpp"

namespace craggy::cli {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// A command of craggy, or a sentence, which has a blank in it.
constexpr std::array<Pair, 33> other_commands = {{
    {"best", "show"},
    {"status", "show"},
    {"info", "show"},
    {"summary", "show"},
    {"optimize", "run"},
    {"optimise", "run"},
    {"tune", "run"},
    {"start", "run"},
    {"new", "create"},
    {"init", "create"},
    {"suggest", "ask"},
    {"observe", "tell"},
    {"report-result", "tell"},
    {"add", "import"},
    {"load", "import"},
    {"dump", "export"},
    {"save", "export"},
    {"clone", "copy"},
    {"cp", "copy"},
    {"ls", "list"},
    {"studies", "list"},
    {"rm", "delete"},
    {"remove", "delete"},
    {"visualize", "plot"},
    {"draw", "plot"},
    {"predict", "posterior"},
    {"join", "worker"},
    {"output", "logs"},
    {"retry", "craggy enqueue STUDY --trial NUMBER evaluates a point once more"},
    {"version", "--version"},
    {"resume", "craggy run --study NAME resumes a study"},
    {"rename", "craggy copy STUDY NEWNAME, then craggy delete STUDY"},
    {"stop", "Ctrl-C or SIGTERM ends a run, and --target, --patience or --budget-time do"},
}};

constexpr std::array<Pair, 25> other_options = {{
    {"n-trials", "trials"},
    {"num-trials", "trials"},
    {"max-trials", "trials"},
    {"iterations", "trials"},
    {"evaluations", "trials"},
    {"budget", "trials"},
    {"name", "study"},
    {"study-name", "study"},
    {"db", "store"},
    {"database", "store"},
    {"storage", "store"},
    {"url", "store"},
    {"n-jobs", "jobs"},
    {"workers", "jobs"},
    {"parallel", "jobs"},
    {"config", "file"},
    {"output", "out"},
    {"log", "log-file"},
    {"parameter", "param"},
    {"time-limit", "budget-time"},
    {"max-time", "budget-time"},
    {"silent", "quiet"},
    {"sampler", "surrogate"},
    {"model", "surrogate"},
    {"reason", "message"},
}};

template <std::size_t count>
std::string_view find(const std::array<Pair, count>& pairs, std::string_view word) {
  const auto found =
      std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.first == word; });
  return found == pairs.end() ? std::string_view() : found->second;
}

std::string question(std::string_view meant) { return fmt::format("did you mean '{}'?", meant); }

bool is_known(std::span<const std::string> known, std::string_view name) {
  return std::find(known.begin(), known.end(), name) != known.end();
}

}  // namespace

std::string command_meant_by(std::string_view word, std::span<const std::string> known) {
  const std::string_view other = find(other_commands, word);
  if (other.find(' ') != std::string_view::npos) return std::string(other);
  if (is_known(known, other)) return question(other);
  const std::string guess = closest_match(word, known);
  return guess.empty() ? "" : question(guess);
}

std::string_view usual_option(std::string_view word) { return find(other_options, word); }

std::string option_meant_by(std::string_view word, std::span<const std::string> known) {
  std::string_view name = word;
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  if (name == "direction" && is_known(known, "--maximize"))
    return "did you mean '--minimize' or '--maximize'?";
  if (const std::string usual = fmt::format("--{}", usual_option(name)); is_known(known, usual))
    return question(usual);
  const std::string guess = closest_match(word, known);
  return guess.empty() ? "" : question(guess);
}

}  // namespace craggy::cli
