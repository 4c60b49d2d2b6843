// The standard streams of the process as C++ streams that know why something could not be written.
#pragma once

#include <array>
#include <ostream>
#include <streambuf>
#include <string>

#include <craggy/base/error.hpp>

namespace craggy::cli {

class StandardStream : public std::streambuf {
 public:
  enum class OnFailure {
    fail,   // the stream fails from then on
    forget  // what is lost is lost, and what follows is tried again: notes are no reason to end anything
  };

  StandardStream(int descriptor, OnFailure on_failure);

  /// Why something could not be written, as an errno; 0 if nothing was lost.
  int error() const { return error_; }
  /// Whether it is a pipe that nobody reads any more, so that nothing more can be written.
  bool has_lost_reader() const;

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  bool write_all();

  int descriptor_;
  OnFailure on_failure_;
  int error_ = 0;
  std::array<char, 8192> buffer_{};
};

/// What was printed cannot be written to where it should go.
class OutputLost : public Error {
 public:
  using Error::Error;
};

/// Throws OutputLost, with the reason where it is known, unless all that was printed has been written.
void check_written(std::ostream& out);

/// Likewise if it is known that nobody will read what comes.
void check_reader(std::ostream& out);

}  // namespace craggy::cli
