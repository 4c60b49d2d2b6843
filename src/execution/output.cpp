#include "execution/output.hpp"

#include <algorithm>

namespace craggy::execution {

void LineReader::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view part = bytes.substr(0, end);
    if (!part.empty()) {
      open_ = true;
      const std::size_t room = longest_line - line_.size();
      line_.append(part.substr(0, room));
      whole_ = whole_ && part.size() <= room;
    }
    if (end == std::string_view::npos) return;
    hand_over();
    bytes.remove_prefix(end + 1);
  }
}

void LineReader::finish() { hand_over(); }

void LineReader::hand_over() {
  if (open_) take_(line_, whole_);
  line_.clear();
  whole_ = true;
  open_ = false;
}

void Tail::add(std::string_view bytes) {
  cut_ = cut_ || kept_.size() + bytes.size() > size_;
  bytes.remove_prefix(bytes.size() - std::min(bytes.size(), size_));
  kept_.append(bytes);
  if (kept_.size() > 2 * size_) kept_.erase(0, kept_.size() - size_);
}

std::string_view Tail::bytes() const {
  const std::string_view all = kept_;
  return all.substr(all.size() - std::min(all.size(), size_));
}

}  // namespace craggy::execution
