#include "testbeds/bbob.hpp"

#include <array>
#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbeds/python_helper.hpp"
#include "testbeds/value_servers.hpp"

namespace craggy::testbeds {
namespace {

// Reads `prefix` and a whole number from the front of `text`.
bool read_number(std::string_view& text, std::string_view prefix, std::uint32_t& number) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::shared_ptr<ValueServers> servers() {
  static const auto common = std::make_shared<ValueServers>([] {
    return LineProcessOptions{.command = python_command("bbob", "bbob_server.py"),
                              .environment = {{"OPENBLAS_NUM_THREADS", "1"}},
                              .name = "bbob_server.py"};
  });
  return common;
}

}  // namespace

std::string bbob_name(const BbobFunction& which) {
  return fmt::format("bbob_f{}_d{}_i{}", which.function, which.dim, which.instance);
}

std::optional<BbobFunction> parse_bbob_name(std::string_view name) {
  BbobFunction which;
  std::string_view rest = name;
  const bool read = read_number(rest, "bbob_f", which.function) && read_number(rest, "_d", which.dim) &&
                    read_number(rest, "_i", which.instance);
  // Written again, a number with leading zeros would be another name.
  if (!read || !rest.empty() || bbob_name(which) != name) return std::nullopt;
  return which;
}

std::string_view bbob_group(std::uint32_t function) {
  if (function <= 5) return "separable";
  if (function <= 9) return "low or moderate conditioning";
  if (function <= 14) return "high conditioning";
  return function <= 19 ? "multi-modal with structure" : "multi-modal with weak structure";
}

problems::Problem bbob_problem(const BbobFunction& which) {
  const std::string name = bbob_name(which);
  const std::string request = fmt::format("{} {} {}", which.function, which.dim, which.instance);
  problems::Problem problem;
  problem.name = name;
  problem.title = fmt::format("BBOB f{}, {} inputs, instance {}", which.function, which.dim, which.instance);
  problem.domain.assign(which.dim, {-5.0, 5.0});
  problem.properties = {std::string(bbob_group(which.function))};
  problem.score_reference = servers()->ask("optimum " + request, name);
  problem.optimum = problem.score_reference;
  problem.note = "where the minimum is attained is not listed";
  problem.objective = [request, name](std::span<const double> x) {
    return servers()->ask(fmt::format("{} {}", request, fmt::join(x, " ")), name);
  };
  return problem;
}

}  // namespace craggy::testbeds
