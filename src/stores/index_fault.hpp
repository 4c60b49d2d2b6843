// What is left to do when SQLite's index of its log is cut short at the very moment when it is used.
#pragma once

namespace craggy::stores {

/// From now on a SIGBUS in a mapped file whose name ends in -shm ends the process with a sentence on standard
/// error and that exit code: what had been acknowledged is in the database and its log. Any other SIGBUS does
/// what it did before. For programs, not for a library that others use.
void end_on_index_fault(int exit_code);

}  // namespace craggy::stores
