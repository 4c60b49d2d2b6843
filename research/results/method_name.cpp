#include "results/method_name.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "results/paper_tables.hpp"

namespace craggy::results {
namespace {

constexpr std::string_view peer_prefix = "peer/";

constexpr std::array<std::string_view, paper_methods.size()> paper_titles = {"GP", "Warped GP", "Homosced GP",
                                                                             "Heterosced GP", "LGP"};

// The place among the paper's columns; behind them for any other surrogate.
std::size_t paper_place(std::string_view surrogate) {
  return static_cast<std::size_t>(std::find(paper_methods.begin(), paper_methods.end(), surrogate) -
                                  paper_methods.begin());
}

std::string joined(const std::vector<std::string>& modifiers) {
  std::string text;
  for (const std::string& modifier : modifiers) text += ":" + modifier;
  return text;
}

auto order_of(std::string_view method) {
  MethodName name = split_method(method);
  const std::size_t place = paper_place(name.surrogate);
  std::string modifiers = joined(name.modifiers);
  // Plain methods come first because "" sorts before any modifier.
  return std::tuple(name.is_peer, std::move(modifiers), place, name.surrogate != "craggy",
                    std::move(name.surrogate));
}

}  // namespace

bool MethodName::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

MethodName split_method(std::string_view method) {
  MethodName name;
  if (method.starts_with(peer_prefix) || method == "random") {
    name.surrogate = std::string(method);
    name.is_peer = true;
    return name;
  }
  std::size_t end = method.find(':');
  name.surrogate = std::string(method.substr(0, end));
  while (end != std::string_view::npos) {
    const std::size_t begin = end + 1;
    end = method.find(':', begin);
    name.modifiers.emplace_back(
        method.substr(begin, end == std::string_view::npos ? std::string_view::npos : end - begin));
  }
  return name;
}

std::string method_title(std::string_view method) {
  const MethodName name = split_method(method);
  if (method.starts_with(peer_prefix)) return name.surrogate.substr(peer_prefix.size());
  const std::size_t place = paper_place(name.surrogate);
  std::string title = place < paper_titles.size() ? std::string(paper_titles.at(place)) : name.surrogate;
  for (const std::string& modifier : name.modifiers) title += ", " + modifier;
  return title;
}

bool method_before(std::string_view a, std::string_view b) { return order_of(a) < order_of(b); }

}  // namespace craggy::results
