// Waiting for what others do in a store: by looking, ever less often.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

namespace craggy {

/// Whether `has_happened` within `limit`. Throws Cancelled if stopped.
bool wait_until(const std::function<bool()>& has_happened, std::chrono::milliseconds limit,
                const std::stop_token& stop);

}  // namespace craggy
