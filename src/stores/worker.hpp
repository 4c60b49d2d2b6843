// Workers that are processes of this machine: others on it can tell whether they still live.
#pragma once

#include <string>

#include <craggy/stores/records.hpp>

#include "stores/worker.hpp"

namespace craggy {

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

/// Within what the number of a process and the time of its begin mean something: one boot, one namespace of
/// processes and, where there are such, one of time. "" if that cannot be known.
std::string read_machine();

}  // namespace craggy
