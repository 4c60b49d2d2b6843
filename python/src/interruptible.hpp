// Long computations beside Python: without its lock, and stopped by Ctrl-C within a second.
#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>

namespace craggy::python {

/// Whether signals are answered by this thread: Python does so in the main one only.
bool answers_signals();

/// How long a signal may wait for its answer.
inline constexpr std::chrono::milliseconds between_looks_for_signals(50);

/// Runs body(stop token), which may not touch Python. In the main thread it runs in a thread beside, so that
/// Ctrl-C can stop it: then the exception of the signal's handler is thrown once the body has ended.
template <typename Body>
auto interruptibly(Body body) {
  using Value = std::invoke_result_t<Body&, std::stop_token>;
  if (!answers_signals()) {
    const nanobind::gil_scoped_release released;
    return body(std::stop_token());
  }
  std::stop_source stop;
  std::packaged_task<Value()> task([&] { return body(stop.get_token()); });
  std::future<Value> value = task.get_future();
  std::optional<nanobind::python_error> signal;
  {
    const nanobind::gil_scoped_release released;
    const std::jthread thread(std::move(task));
    while (value.wait_for(between_looks_for_signals) != std::future_status::ready) {
      const nanobind::gil_scoped_acquire acquired;
      if (PyErr_CheckSignals() == 0) continue;
      signal.emplace();
      stop.request_stop();
      break;
    }
  }
  if (signal) throw *std::move(signal);
  return value.get();
}

}  // namespace craggy::python
