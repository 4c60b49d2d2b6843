#include "base/cancellation.hpp"

namespace craggy {
namespace {

thread_local const StopScope* innermost = nullptr;

}  // namespace

StopScope::StopScope(const std::stop_token& stop) noexcept : stop_(&stop), outer_(innermost) {
  innermost = this;
}

StopScope::StopScope(const std::function<bool()>& wants_stop) noexcept
    : wants_stop_(&wants_stop), outer_(innermost) {
  innermost = this;
}

StopScope::~StopScope() { innermost = outer_; }

const StopScope* StopScope::current() noexcept { return innermost; }

bool StopScope::stop_requested() const {
  for (const StopScope* scope = this; scope != nullptr; scope = scope->outer_)
    if (scope->stop_ != nullptr ? scope->stop_->stop_requested() : (*scope->wants_stop_)()) return true;
  return false;
}

BorrowedStopScope::BorrowedStopScope(const StopScope* lent) noexcept : own_(innermost) { innermost = lent; }

BorrowedStopScope::~BorrowedStopScope() { innermost = own_; }

bool stop_requested() { return innermost != nullptr && innermost->stop_requested(); }

void throw_if_stopped() {
  if (stop_requested()) throw Cancelled();
}

}  // namespace craggy
