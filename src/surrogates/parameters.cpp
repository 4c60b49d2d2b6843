#include "surrogates/parameters.hpp"

#include <fmt/format.h>

#include "base/random.hpp"

namespace craggy {

Index num_parameters(const ParameterBlocks& blocks) {
  Index total = 0;
  for (const ParameterBlock& block : blocks) total += block.count;
  return total;
}

std::vector<std::string> parameter_names(const ParameterBlocks& blocks) {
  std::vector<std::string> names;
  for (const ParameterBlock& block : blocks) {
    if (block.count == 1) names.push_back(block.name);
    for (Index i = 1; block.count > 1 && i <= block.count; ++i)
      names.push_back(fmt::format("{}[{}]", block.name, i));
  }
  return names;
}

double add_log_prior(const ParameterBlocks& blocks, const ConstVectorRef& u, VectorRef gradient) {
  double total = 0.0;
  Index position = 0;
  for (const ParameterBlock& block : blocks) {
    for (const Index end = position + block.count; position < end; ++position) {
      const ValueAndDerivative term = block.prior->log_density(u[position]);
      total += term.value;
      gradient[position] += term.derivative;
    }
  }
  return total;
}

void sample_prior(const ParameterBlocks& blocks, RandomStream& stream, VectorRef u) {
  Index position = 0;
  for (const ParameterBlock& block : blocks)
    for (const Index end = position + block.count; position < end; ++position)
      u[position] = block.prior->sample(stream);
}

}  // namespace craggy
