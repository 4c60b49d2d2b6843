// A user's program: compiles against the installed headers and links the installed library.
#include <iostream>

#include <craggy/base/random.hpp>

int main() {
  craggy::RandomStream stream(7);
  const double u = stream.uniform();
  std::cout << "a number between 0 and 1: " << u << '\n';
  return u > 0.0 && u < 1.0 ? 0 : 1;
}
