// A study in a store, which several processes may share. docs/cpp.md shows what stands between the marks.
// Usage: craggy_example_interface_store URL
#include <cstdio>

#include <craggy/craggy.hpp>

namespace {

double f(double x) { return (x - 2.0) * (x - 2.0); }

void share(const char* url) {
  // [snippet]
  const auto store = craggy::open_store(url);  // "sqlite:///tune.db", "postgresql://…", "memory:"
  const craggy::Space space{{"x", craggy::Float{-10, 10}}};
  auto study = craggy::Study::open_or_create(store, {.name = "tune", .space = space, .seed = 7});
  while (auto trial = study.ask_within(10)) study.tell(*trial, f(trial->get<double>("x")));
  // [snippet]

  std::printf("%zu finished\n", study.size());
}

}  // namespace

int main(int argc, char** argv) { share(argc > 1 ? argv[1] : "memory:"); }
