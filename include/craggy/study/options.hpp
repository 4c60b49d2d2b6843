// What a study is made of, and how this process takes part in it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <craggy/engine/options.hpp>
#include <craggy/space/space.hpp>
#include <craggy/stores/store.hpp>

namespace craggy {

enum class Direction { minimise, maximise };
std::string_view name_of(Direction direction);

/// How this process takes part in a study.
struct WorkerOptions {
  std::string name{};  // left open: HOST:PROCESS
  bool detached =
      false;  // leases outlive the process: for a program that asks, ends, and tells in another one
  // Without a heartbeat for so long, a trial is taken for lost. Heartbeats are sent by themselves, four times
  // as often. Left open: a minute; if detached, for ever.
  std::optional<std::chrono::milliseconds> grace{};
  std::size_t num_threads = 0;  // 0: as many as the machine has
};

struct StudyOptions {
  std::string name{};  // needed in a store
  Space space;
  Direction direction = Direction::minimise;
  SuggestOptions suggest = SuggestOptions();  // not {}: GCC 12 then warns, wrongly, wherever a study is made
  std::uint64_t seed = 0;
  OnLost on_lost = OnLost::retry;          // what becomes of a trial whose worker has vanished
  WorkerOptions worker = WorkerOptions();  // of this process alone; the rest is stored
};

}  // namespace craggy
