#include <cstring>

#include <craggy/inference/warm_state.hpp>

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "inference/carried_over.hpp"

namespace craggy {
namespace {

constexpr std::string_view magic = "craggy-warm-1";

// For each column of X the same one of `before`, each at most once, or −1 where there is none.
std::vector<Index> matches(const Matrix& before, const Matrix& X) {
  std::vector<bool> taken(static_cast<std::size_t>(before.cols()), false);
  std::vector<Index> result(static_cast<std::size_t>(X.cols()), -1);
  for (Index n = 0; n < X.cols(); ++n) {
    // Histories mostly grow at their end, so that the same place is the likely one.
    for (Index i = 0; i < before.cols(); ++i) {
      const Index candidate = (n + i) % before.cols();
      if (taken[static_cast<std::size_t>(candidate)] || before.col(candidate) != X.col(n)) continue;
      taken[static_cast<std::size_t>(candidate)] = true;
      result[static_cast<std::size_t>(n)] = candidate;
      break;
    }
  }
  return result;
}

// For each unknown now its place before, or −1 where it is new. A block either has the same size for all data
// sets or some unknowns per observation, one observation after the other.
std::vector<Index> places_before(const Surrogate& surrogate, const Shape& before, const Shape& now,
                                 const std::vector<Index>& same_observation) {
  const ParameterBlocks blocks_before = surrogate.blocks(before);
  const ParameterBlocks blocks = surrogate.blocks(now);
  const ParameterBlocks of_none = surrogate.blocks({now.num_inputs, 0});
  std::vector<Index> places;
  Index begin = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Index per_observation =
        now.num_observations > 0 ? (blocks[b].count - of_none[b].count) / now.num_observations : 0;
    for (Index i = 0; i < blocks[b].count; ++i) {
      if (per_observation == 0) {
        places.push_back(begin + i);
        continue;
      }
      const Index observation = same_observation[static_cast<std::size_t>(i / per_observation)];
      places.push_back(observation < 0 ? -1 : begin + observation * per_observation + i % per_observation);
    }
    begin += blocks_before[b].count;
  }
  return places;
}

void write(ByteWriter& writer, const Matrix& value) {
  writer.count(static_cast<std::uint64_t>(value.rows()));
  writer.numbers({value.data(), static_cast<std::size_t>(value.size())});
}

Matrix read_matrix(ByteReader& reader) {
  const auto rows = static_cast<Index>(reader.count());
  const std::vector<double> numbers = reader.numbers();
  const auto size = static_cast<Index>(numbers.size());
  if (rows == 0 ? size > 0 : size % rows != 0) reader.fail();
  return Eigen::Map<const Matrix>(numbers.data(), rows, rows == 0 ? 0 : size / rows);
}

bool same_bits(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  if (a.size() == 0) return true;  // memcmp takes no null pointers
  return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

bool WarmState::operator==(const WarmState& other) const {
  return surrogate == other.surrogate && same_bits(inputs, other.inputs) && same_bits(states, other.states) &&
         same_bits(fisher, other.fisher) && step_size == other.step_size && widths == other.widths;
}

std::optional<WarmState> carried_over(const WarmState& warm, const Surrogate& surrogate, const Matrix& X,
                                      Index num_chains, std::uint64_t seed, std::uint32_t trial) {
  const Shape shape_before{warm.inputs.rows(), warm.inputs.cols()};
  const Shape shape{X.rows(), X.cols()};
  if (warm.surrogate != surrogate.name || shape_before.num_inputs != shape.num_inputs ||
      warm.states.cols() != num_chains ||
      warm.states.rows() != surrogate.layout(shape_before).num_parameters())
    return std::nullopt;
  const std::vector<Index> before = places_before(surrogate, shape_before, shape, matches(warm.inputs, X));
  const auto size = static_cast<Index>(before.size());

  WarmState result = warm;
  result.inputs = X;
  result.states.resize(size, num_chains);
  result.fisher = Matrix::Zero(size, size);
  for (Index chain = 0; chain < num_chains; ++chain) {
    RandomStream stream(seed, {trial, static_cast<std::uint16_t>(chain), Purpose::prior});
    const Vector fresh = surrogate.sample_prior(stream, shape);
    for (Index e = 0; e < size; ++e) {
      const Index place = before[static_cast<std::size_t>(e)];
      result.states(e, chain) = place >= 0 ? warm.states(place, chain) : fresh[e];
    }
  }
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j < size; ++j) {
      const Index row = before[static_cast<std::size_t>(i)];
      const Index column = before[static_cast<std::size_t>(j)];
      if (row >= 0 && column >= 0) result.fisher(i, j) = warm.fisher(row, column);
    }
  return result;
}

std::string to_bytes(const WarmState& warm) {
  ByteWriter writer(magic);
  writer.text(warm.surrogate);
  for (const Matrix* matrix : {&warm.inputs, &warm.states, &warm.fisher}) write(writer, *matrix);
  writer.number(warm.step_size);
  writer.numbers(warm.widths);
  return writer.bytes();
}

WarmState parse_warm_state(std::string_view bytes) {
  ByteReader reader("a warm state of craggy", magic, bytes);
  WarmState warm;
  warm.surrogate = reader.text();
  for (Matrix* matrix : {&warm.inputs, &warm.states, &warm.fisher}) *matrix = read_matrix(reader);
  warm.step_size = reader.number();
  warm.widths = reader.numbers();
  reader.finish();
  return warm;
}

}  // namespace craggy
