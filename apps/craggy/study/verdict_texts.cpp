#include "study/verdict_texts.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "text.hpp"

namespace craggy::cli {

std::string verdict_lines(const std::vector<runs::Verdict>& verdicts, runs::Severity least,
                          std::size_t width) {
  std::string lines;
  for (const runs::Verdict& verdict : verdicts) {
    if (verdict.severity < least) continue;
    const std::string label = fmt::format("  {}", name_of(verdict.severity));
    lines += labelled(label, printable(fmt::format("{} {}", verdict.sentence, verdict.advice)), 14, width);
  }
  return lines.empty() ? lines : "\nhealth\n" + lines;
}

}  // namespace craggy::cli
