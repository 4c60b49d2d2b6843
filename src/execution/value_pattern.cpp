#include "execution/value_pattern.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/check.hpp"

namespace craggy::execution {
namespace {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // any byte may come
  return options;
}

}  // namespace

struct ValuePattern::Implementation {
  explicit Implementation(const std::string& pattern) : text(pattern), expression(pattern, quiet()) {}
  std::string text;
  RE2 expression;
};

ValuePattern::ValuePattern(const std::string& pattern) {
  auto made = std::make_unique<Implementation>(pattern);
  if (!made->expression.ok())
    fail_argument("the pattern of the value", fmt::format("'{}'", pattern),
                  fmt::format("it is no regular expression: {}", made->expression.error()));
  if (made->expression.NumberOfCapturingGroups() < 1)
    fail_argument("the pattern of the value", fmt::format("'{}'", pattern),
                  "it needs a group around the number, as in 'loss: ([0-9.]+)'");
  implementation_ = std::move(made);
}

ValuePattern::~ValuePattern() = default;

const std::string& ValuePattern::text() const { return implementation_->text; }

std::optional<std::string> ValuePattern::last_match(std::string_view line) const {
  std::optional<std::string> found;
  const re2::StringPiece text(line.data(), line.size());
  std::size_t from = 0;
  while (from <= line.size()) {
    re2::StringPiece groups[2];  // NOLINT(*-avoid-c-arrays): what Match() takes
    if (!implementation_->expression.Match(text, from, line.size(), RE2::UNANCHORED, groups, 2)) break;
    if (groups[1].data() != nullptr) found = std::string(groups[1]);
    const auto end = static_cast<std::size_t>(groups[0].data() + groups[0].size() - line.data());
    from = groups[0].empty() ? end + 1 : end;
  }
  return found;
}

}  // namespace craggy::execution
