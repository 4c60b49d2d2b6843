#include <algorithm>
#include <optional>

#include <craggy/engine/initial_design.hpp>
#include <craggy/experiments/optimiser.hpp>
#include <craggy/experiments/peer.hpp>
#include <craggy/experiments/protocol.hpp>
#include <craggy/study/study.hpp>

namespace craggy::experiments {
namespace {

class StudyOptimiser final : public Optimiser {
 public:
  StudyOptimiser(const Method& method, const problems::Problem& problem, std::uint64_t seed)
      : study_(Study::in_memory(
            {.space = space_of(problem), .suggest = method.suggest, .seed = seed, .num_threads = 1})) {}

  std::vector<double> ask(const std::stop_token& stop) override {
    asked_ = study_.ask(stop);
    return asked_->values();
  }

  void tell(std::span<const double> point, double value) override {
    if (asked_ && std::ranges::equal(asked_->values(), point))
      study_.tell(*asked_, value);
    else
      study_.add({point.begin(), point.end()}, value);
    asked_.reset();
  }

 private:
  Study study_;
  std::optional<Trial> asked_;
};

class RandomOptimiser final : public Optimiser {
 public:
  RandomOptimiser(const problems::Problem& problem, std::uint64_t seed)
      : space_(space_of(problem)), seed_(seed) {}

  // The initial points are the first of the same sequence.
  std::vector<double> ask(const std::stop_token&) override {
    return space_.decode(initial_point("uniform", space_.size(), seed_, num_told_));
  }

  void tell(std::span<const double>, double) override { ++num_told_; }

 private:
  Space space_;
  std::uint64_t seed_;
  std::uint32_t num_told_ = 0;
};

}  // namespace

Method resolved(Method method) {
  if (method.kind == MethodKind::peer) method.options.merge(peer_options(method.name));
  return method;
}

std::unique_ptr<Optimiser> make_optimiser(const Method& method, const problems::Problem& problem,
                                          std::uint64_t seed) {
  if (method.kind == MethodKind::peer) return std::make_unique<PeerOptimiser>(method.name, problem, seed);
  if (method.kind == MethodKind::random) return std::make_unique<RandomOptimiser>(problem, seed);
  return std::make_unique<StudyOptimiser>(method, problem, seed);
}

}  // namespace craggy::experiments
