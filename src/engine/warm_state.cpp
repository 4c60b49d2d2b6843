#include <algorithm>

#include <craggy/engine/suggest.hpp>

#include "base/bytes.hpp"

namespace craggy {
namespace {

constexpr std::string_view magic = "craggy-engine-warm-1";

}  // namespace

const WarmState* EngineWarmState::find(const std::vector<double>& sigma_h) const {
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.sigma_h == sigma_h; });
  return entry == entries.end() ? nullptr : &entry->state;
}

void EngineWarmState::set(const std::vector<double>& sigma_h, WarmState state) {
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.sigma_h == sigma_h; });
  if (entry != entries.end())
    entry->state = std::move(state);
  else
    entries.push_back({sigma_h, std::move(state)});
}

std::string to_bytes(const EngineWarmState& warm) {
  ByteWriter writer(magic);
  writer.count(warm.entries.size());
  for (const EngineWarmState::Entry& entry : warm.entries) {
    writer.numbers(entry.sigma_h);
    writer.text(to_bytes(entry.state));
  }
  return writer.bytes();
}

EngineWarmState parse_engine_warm_state(std::string_view bytes) {
  ByteReader reader("a warm state of craggy's engine", magic, bytes);
  EngineWarmState warm;
  warm.entries.resize(reader.count());
  for (EngineWarmState::Entry& entry : warm.entries) {
    entry.sigma_h = reader.numbers();
    entry.state = parse_warm_state(reader.text());
  }
  reader.finish();
  return warm;
}

}  // namespace craggy
