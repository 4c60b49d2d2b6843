#include <algorithm>

#include <craggy/engine/suggest.hpp>

#include "base/bytes.hpp"

namespace craggy {
namespace {

constexpr std::string_view magic = "craggy-engine-warm-2";
constexpr std::string_view magic_without_models = "craggy-engine-warm-1";

template <class Entries>
auto find_entry(Entries& entries, std::string_view model, const std::vector<double>& sigma_h) {
  const auto of_model = [&](std::string_view name) {
    return std::find_if(entries.begin(), entries.end(), [&, name](const EngineWarmState::Entry& entry) {
      return entry.model == name && entry.sigma_h == sigma_h;
    });
  };
  const auto own = of_model(model);
  return own != entries.end() ? own : of_model("");
}

}  // namespace

const WarmState* EngineWarmState::find(std::string_view model, const std::vector<double>& sigma_h) const {
  const auto entry = find_entry(entries, model, sigma_h);
  return entry == entries.end() ? nullptr : &entry->state;
}

void EngineWarmState::set(std::string_view model, const std::vector<double>& sigma_h, WarmState state) {
  const auto entry = find_entry(entries, model, sigma_h);
  if (entry != entries.end())
    *entry = {std::string(model), sigma_h, std::move(state)};
  else
    entries.push_back({std::string(model), sigma_h, std::move(state)});
}

std::string to_bytes(const EngineWarmState& warm) {
  ByteWriter writer(magic);
  writer.count(warm.entries.size());
  for (const EngineWarmState::Entry& entry : warm.entries) {
    writer.text(entry.model);
    writer.numbers(entry.sigma_h);
    writer.text(to_bytes(entry.state));
  }
  return writer.bytes();
}

EngineWarmState parse_engine_warm_state(std::string_view bytes) {
  const bool names_models = !bytes.starts_with(magic_without_models);
  ByteReader reader("a warm state of craggy's engine", names_models ? magic : magic_without_models, bytes);
  EngineWarmState warm;
  warm.entries.resize(reader.count());
  for (EngineWarmState::Entry& entry : warm.entries) {
    if (names_models) entry.model = reader.text();
    entry.sigma_h = reader.numbers();
    entry.state = parse_warm_state(reader.text());
  }
  reader.finish();
  return warm;
}

}  // namespace craggy
