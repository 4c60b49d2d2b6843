// The options of one command: a thin layer over CLI11 with the same checks, wording and help for all
// commands. It keeps CLI11 out of every other file.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "context.hpp"

namespace craggy::cli {

struct OptionDescription {
  std::vector<std::string> names;  // "-f", "--file"
  std::string placeholder;         // of its value; "" for a flag
  std::string help;
  std::string group;
  std::vector<std::string> choices{};
  std::string opposite{};  // of a flag: the one that says the contrary, if there is one
};

struct ArgumentDescription {
  std::string name;
  std::string help;
  bool required = true;
  bool many = false;
  std::vector<std::string> choices{};
};

/// What a command takes, for completion and the manual.
struct CommandDescription {
  std::string name;
  std::string text;
  std::vector<ArgumentDescription> arguments{};
  std::vector<OptionDescription> options{};
  std::vector<std::string> examples{};
  bool takes_command = false;  // behind --
};

class OptionParser {
 public:
  /// Takes the value of an option; throws InvalidArgument if it does not like it.
  using Assign = std::function<void(const std::string&)>;

  OptionParser(const std::string& command, const std::string& description);
  ~OptionParser();
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;

  /// The heading in the help for the options that follow.
  void group(const std::string& heading);
  void examples(const std::vector<std::string>& lines);

  void positional(const std::string& name, std::string& target, const std::string& help);
  void optional_positional(const std::string& name, std::string& target, const std::string& help);
  /// Takes one or more arguments. "-1,2" is one of them, not an option.
  void positionals(const std::string& name, std::vector<std::string>& target, const std::string& help);
  /// As positional, but "-1" is a value, not an option.
  void number_positional(const std::string& name, std::string& target, const std::string& help);
  /// The words behind "--", the command line of another program; nothing is put in if there are none.
  void command_line(std::vector<std::string>& target);
  void flag(const std::string& name, bool& target, const std::string& help);
  void flag(const std::string& name, const std::function<void()>& set, const std::string& help);
  void value(const std::string& name, const std::string& placeholder, const Assign& assign,
             const std::string& help);
  /// An option that may be given several times.
  void repeated(const std::string& name, const std::string& placeholder, const Assign& assign,
                const std::string& help);

  // Shorthands; the help of those with a plain target ends with the default, the target's value.
  void text(const std::string& name, const std::string& placeholder, std::string& target,
            const std::string& help);
  void whole(const std::string& name, std::int64_t& target, std::int64_t minimum, const std::string& help);
  void whole(const std::string& name, std::optional<std::int64_t>& target, std::int64_t minimum,
             const std::string& help);
  void whole(const std::string& name, std::uint64_t& target, const std::string& help);
  /// Such as 90s, 10m or 2h.
  void time(const std::string& name, std::optional<std::chrono::milliseconds>& target,
            const std::string& help);
  void number(const std::string& name, double& target, const std::string& help);
  void number(const std::string& name, std::optional<double>& target, const std::string& help);
  void choice(const std::string& name, std::string& target, const std::vector<std::string>& known,
              const std::string& help);
  void choice(const std::string& name, std::optional<std::string>& target,
              const std::vector<std::string>& known, const std::string& help);

  /// The values to complete the option, or the argument, that was added last with.
  void choices(const std::vector<std::string>& known);
  /// The flag that says the contrary of the flag that was added last.
  void opposite(const std::string& name);
  void argument_choices(const std::vector<std::string>& known);

  const CommandDescription& description() const;

  /// False if the help was asked for, which then is on `context.out`, or a description, which then is in
  /// `context.describe`. Throws InvalidArgument for a caller's
  /// mistake.
  bool parse(Arguments arguments, const Context& context);

  /// Whether the option was on the command line.
  bool given(const std::string& name) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace craggy::cli
