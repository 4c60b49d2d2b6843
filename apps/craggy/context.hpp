// What a command works with: where its output goes and who may stop it.
#pragma once

#include <ostream>
#include <span>
#include <stop_token>
#include <string>

#include "terminal.hpp"

namespace craggy::cli {

using Arguments = std::span<const std::string>;

struct CommandDescription;

struct Context {
  std::ostream& out;
  std::ostream& err;
  Terminal terminal;
  std::stop_token stop;
  std::stop_token abort{};  // the second request: ends also what `stop` lets finish
  // Where this is set, a command only describes itself: OptionParser::parse fills it in and says that there
  // is nothing to run.
  CommandDescription* describe = nullptr;

  /// Columns for text in `out`.
  std::size_t text_width() const {
    return static_cast<std::size_t>(terminal.columns < 100 ? terminal.columns : 100);
  }
};

}  // namespace craggy::cli
