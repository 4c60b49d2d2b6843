// Who a trial is leased to: a process on a machine, such that others on the same machine can tell whether it
// still lives.
#pragma once

#include <cstdint>
#include <string>

namespace craggy {

struct Worker {
  std::string name{};
  std::string host{};
  std::string machine{};           // one boot of one machine, and the view of processes there; "" if unknown
  std::int64_t process = 0;        // 0: no process in particular
  std::int64_t process_start = 0;  // tells a process from a later one with the same number

  bool operator==(const Worker&) const = default;
};

/// This process. An empty name becomes "HOST:PROCESS".
Worker this_process(std::string name = {});

/// A person, or a program that ends between ask and tell: nobody whose end would be the end of the lease.
Worker no_process(std::string name = {});

/// Whether the worker was a process of this very machine and has ended. False of what cannot be known from
/// here: a process elsewhere, or in a container with processes of its own.
bool is_gone(const Worker& worker);

/// Whether the worker is a process of this very machine that lives, be it asleep. False of what cannot be
/// known from here.
bool is_alive(const Worker& worker);

}  // namespace craggy
