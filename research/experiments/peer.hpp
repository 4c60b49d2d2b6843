// Other optimisers, each in a process of its own that is asked for points and told their values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/optimiser.hpp"
#include "testbeds/line_process.hpp"

namespace craggy::experiments {

/// The methods that are peers, "peer/botorch" and so on.
const std::vector<std::string>& peer_names();

/// What the peer's process says of itself: versions of its packages, and how it is set. Throws Error with the
/// command that makes its environment if that is not there.
OptionTexts peer_options(const std::string& name);

/// A conversation with experiments/rivals/peer_server.py, whose first lines say how it goes.
class PeerOptimiser final : public Optimiser {
 public:
  /// Starts the process and waits until its packages are loaded. Throws as peer_options does, and for a peer
  /// that does not take the problem's kinds of parameters.
  PeerOptimiser(std::string name, const problems::Problem& problem, std::uint64_t seed);

  /// Throws Error if the process has ended or answers anything but a point of the domain.
  std::vector<double> ask(const std::stop_token& stop) override;
  void tell(std::span<const double> point, double value) override;

 private:
  std::string name_;
  std::vector<problems::Bounds> domain_;
  Space space_;
  testbeds::LineProcess process_;
};

}  // namespace craggy::experiments
