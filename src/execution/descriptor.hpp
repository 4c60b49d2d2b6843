// An open file descriptor that is closed with its object.
#pragma once

namespace craggy::execution {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }  // -1 for none, which poll() passes over
  void close();

 private:
  int number_ = -1;
};

/// Two connected ends.
struct Ends {
  Descriptor ours;
  Descriptor theirs;
};

// All are closed in every program that some thread may start meanwhile. Our end of a stream does not block.
// Each throws std::system_error.
Ends make_output_pipe();     // they write, we read
Ends make_input_socket();    // we write, they read: one can write to a socket without the danger of SIGPIPE
Ends make_message_socket();  // both ways, message by message; both ends block

}  // namespace craggy::execution
