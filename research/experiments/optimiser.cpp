#include "experiments/optimiser.hpp"

#include <algorithm>
#include <optional>

#include <craggy/study/study.hpp>

#include "experiments/peer.hpp"
#include "experiments/protocol.hpp"

namespace craggy::experiments {
namespace {

class StudyOptimiser final : public Optimiser {
 public:
  StudyOptimiser(const Method& method, const problems::Problem& problem, std::uint64_t seed)
      : study_(Study::in_memory({.space = space_of(problem),
                                 .suggest = method.suggest,
                                 .seed = seed,
                                 .worker = {.num_threads = 1}})) {}

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

}  // namespace

Method resolved(Method method) {
  if (method.kind == MethodKind::peer) method.options.merge(peer_options(method.name));
  return method;
}

std::unique_ptr<Optimiser> make_optimiser(const Method& method, const problems::Problem& problem,
                                          std::uint64_t seed) {
  if (method.kind == MethodKind::peer) return std::make_unique<PeerOptimiser>(method.name, problem, seed);
  return std::make_unique<StudyOptimiser>(method, problem, seed);
}

}  // namespace craggy::experiments
