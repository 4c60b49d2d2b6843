#include <bit>
#include <cstring>

#include <craggy/base/error.hpp>
#include <craggy/inference/warm_state.hpp>

namespace craggy {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are written as they stand in memory");

constexpr std::string_view magic = "craggy-warm-1";

// For each unknown of the larger data set the place of the same unknown in the smaller one, or −1 where it is
// new.
std::vector<Index> places_before(const ParameterBlocks& before, const ParameterBlocks& now) {
  std::vector<Index> places;
  Index begin = 0;
  for (std::size_t b = 0; b < now.size(); ++b) {
    for (Index i = 0; i < now[b].count; ++i) places.push_back(i < before[b].count ? begin + i : -1);
    begin += before[b].count;
  }
  return places;
}

class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}
  void number(double value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void count(Index value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(std::string_view value) {
    count(static_cast<Index>(value.size()));
    bytes_.append(value);
  }
  void matrix(const Matrix& value) {
    count(value.rows());
    count(value.cols());
    for (double x : value.reshaped()) number(x);
  }

 private:
  std::string& bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  double number() { return take<double>(); }
  Index count() {
    const auto value = take<Index>();
    // No count can exceed what the bytes could hold.
    if (value < 0 || value > static_cast<Index>(bytes_.size())) fail();
    return value;
  }
  std::string text() {
    const Index size = count();
    const std::string value(bytes_.substr(0, static_cast<std::size_t>(size)));
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return value;
  }
  Matrix matrix() {
    const Index rows = count();
    const Index cols = count();
    if (rows > 0 && cols > static_cast<Index>(bytes_.size() / sizeof(double)) / rows) fail();
    Matrix value(rows, cols);
    for (double& x : value.reshaped()) x = number();
    return value;
  }
  void finish() const {
    if (!bytes_.empty()) fail();
  }
  [[noreturn]] static void fail() { throw InvalidArgument("these bytes are not a warm state of craggy"); }

 private:
  template <class T>
  T take() {
    if (bytes_.size() < sizeof(T)) fail();
    T value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }

  std::string_view bytes_;
};

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

}  // namespace

bool WarmState::operator==(const WarmState& other) const {
  return surrogate == other.surrogate && num_inputs == other.num_inputs &&
         num_observations == other.num_observations && same_bits(states, other.states) &&
         same_bits(fisher, other.fisher) && step_size == other.step_size && widths == other.widths;
}

std::optional<WarmState> carried_over(const WarmState& warm, const Surrogate& surrogate, const Shape& shape,
                                      Index num_chains, std::uint64_t seed, std::uint32_t trial) {
  const Shape shape_before{warm.num_inputs, warm.num_observations};
  if (warm.surrogate != surrogate.name || warm.num_inputs != shape.num_inputs ||
      warm.num_observations > shape.num_observations || warm.states.cols() != num_chains ||
      warm.states.rows() != surrogate.layout(shape_before).num_parameters())
    return std::nullopt;
  const std::vector<Index> before = places_before(surrogate.blocks(shape_before), surrogate.blocks(shape));
  const auto size = static_cast<Index>(before.size());

  WarmState result = warm;
  result.num_observations = shape.num_observations;
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
  std::string bytes(magic);
  Writer writer(bytes);
  writer.text(warm.surrogate);
  writer.count(warm.num_inputs);
  writer.count(warm.num_observations);
  writer.matrix(warm.states);
  writer.matrix(warm.fisher);
  writer.number(warm.step_size);
  writer.count(static_cast<Index>(warm.widths.size()));
  for (double width : warm.widths) writer.number(width);
  return bytes;
}

WarmState parse_warm_state(std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic) Reader::fail();
  Reader reader(bytes.substr(magic.size()));
  WarmState warm;
  warm.surrogate = reader.text();
  warm.num_inputs = reader.count();
  warm.num_observations = reader.count();
  warm.states = reader.matrix();
  warm.fisher = reader.matrix();
  warm.step_size = reader.number();
  warm.widths.resize(static_cast<std::size_t>(reader.count()));
  for (double& width : warm.widths) width = reader.number();
  reader.finish();
  return warm;
}

}  // namespace craggy
