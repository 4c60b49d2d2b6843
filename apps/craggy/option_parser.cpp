#include "option_parser.hpp"

#include <algorithm>
#include <cctype>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "numbers.hpp"
#include "other_words.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

// Option and explanation side by side, wrapped to the terminal.
class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter(std::size_t width, bool takes_command) : width_(width), takes_command_(takes_command) {
    label("Positionals", "Arguments");
  }

  std::string make_description(const CLI::App* app) const override {
    return fmt::format("{}\n\n", fmt::join(wrapped(app->get_description(), width_), "\n"));
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    std::string text = fmt::format("\n{}:\n", group);
    for (const CLI::Option* option : options) text += make_option(option, is_positional);
    return text;
  }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    std::string text = make_description(app) + make_usage(app, std::move(name)) + make_positionals(app);
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options(
          [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
      if (!options.empty()) text += make_group(group, false, options);
    }
    return text + '\n' + make_footer(app);
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string text = CLI::Formatter::make_usage(app, std::move(name));
    if (const std::size_t end = text.find_last_not_of('\n'); takes_command_ && end != std::string::npos)
      text.insert(end + 1, " -- COMMAND [ARGUMENTS]");
    return text;
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = "  " + make_option_name(option, is_positional);
    if (const std::size_t comma = name.find(','); comma != std::string::npos) name.insert(comma + 1, " ");
    if (!is_positional && !option->get_type_name().empty()) name += " " + option->get_type_name();
    return labelled(name, option->get_description(), 26, width_);
  }

 private:
  std::size_t width_;
  bool takes_command_;
};

std::string with_default(const std::string& help, std::string_view value) {
  return fmt::format("{} [default:\u00A0{}]", help, value);
}

bool looks_like_negative_number(std::string_view argument) {
  if (argument.size() < 2 || argument[0] != '-') return false;
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  return is_digit(argument[1]) || (argument[1] == '.' && argument.size() > 2 && is_digit(argument[2])) ||
         argument.starts_with("-inf") || argument.starts_with("-nan");
}

}  // namespace

struct OptionParser::Implementation {
  CLI::App app;
  std::string command;
  std::string heading = "Options";
  bool takes_numbers = false;  // as positional arguments
  CommandDescription description;
  std::vector<std::string>* command_line = nullptr;

  CLI::Option* argument(const ArgumentDescription& about, CLI::Option* option) {
    description.arguments.push_back(about);
    return option->required(about.required)->type_name("");
  }

  // Records what `name` ("-f,--file" or one of them) stands for.
  void record(const std::string& name, const std::string& placeholder, const std::string& help) {
    OptionDescription option{.names = {}, .placeholder = placeholder, .help = help, .group = heading};
    for (const std::string_view each : split(name, ',')) option.names.emplace_back(each);
    description.options.push_back(std::move(option));
  }

  std::string hint() const { return fmt::format("see 'craggy {} --help'", command); }

  // Arguments that nothing took come first: a mistyped option is the likeliest cause of whatever else is
  // wrong.
  std::string describe(const CLI::ParseError& error) const {
    const std::vector<std::string> extra = app.remaining();
    if (command_line != nullptr && command_line->empty() && !extra.empty() && !extra.front().starts_with('-'))
      return fmt::format("unexpected argument '{0}'; a command stands behind --, as in craggy {1} … -- {0}",
                         extra.front(), command);
    const auto option =
        std::find_if(extra.begin(), extra.end(), [](const auto& e) { return e.starts_with('-'); });
    if (option != extra.end()) return unknown_option(option->substr(0, option->find('=')));
    if (!extra.empty()) return fmt::format("unexpected argument '{}'; {}", extra.front(), hint());
    for (const CLI::Option* each : app.get_options())
      if (each->get_required() && each->count() == 0)
        return fmt::format("{} is missing; {}", each->get_name(), hint());
    for (const CLI::Option* each : app.get_options())
      if (each->get_items_expected_max() == 1 && each->count() > 1)
        return fmt::format("{} is given {} times, but it can be given only once", each->get_name(),
                           each->count());
    // CLI11 says "--trials: 1 required N missing" and "json was given a disallowed flag override".
    const std::string message = error.what();
    const std::string option_name = message.substr(0, message.find_first_of(": "));
    if (message.ends_with(" missing")) return fmt::format("{} needs a value; {}", option_name, hint());
    if (message.ends_with("flag override")) return fmt::format("--{} takes no value", option_name);
    return fmt::format("{}; {}", message, hint());
  }

  std::string unknown_option(const std::string& name) const {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options())
      for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
    const std::string meant = option_meant_by(name, known);
    return fmt::format("unknown option '{}'; {}", name, meant.empty() ? hint() : meant);
  }
};

OptionParser::OptionParser(const std::string& command, const std::string& description)
    : implementation_(std::make_unique<Implementation>()) {
  implementation_->command = command;
  implementation_->app.name("craggy " + command);
  implementation_->app.description(description);
  implementation_->app.set_help_flag("-h,--help", "Print this help and stop");
  implementation_->description = {.name = command, .text = description};
  implementation_->record("-h,--help", "", "Print this help and stop");
}

OptionParser::~OptionParser() = default;

void OptionParser::group(const std::string& heading) { implementation_->heading = heading; }

void OptionParser::examples(const std::vector<std::string>& lines) {
  implementation_->description.examples = lines;
  implementation_->app.footer(fmt::format("Examples:\n  {}", fmt::join(lines, "\n  ")));
}

void OptionParser::positional(const std::string& name, std::string& target, const std::string& help) {
  implementation_->argument({name, help}, implementation_->app.add_option(name, target, help));
}

void OptionParser::number_positional(const std::string& name, std::string& target, const std::string& help) {
  positional(name, target, help);
  implementation_->takes_numbers = true;
}

void OptionParser::command_line(std::vector<std::string>& target) {
  implementation_->command_line = &target;
  implementation_->description.takes_command = true;
}

void OptionParser::optional_positional(const std::string& name, std::string& target,
                                       const std::string& help) {
  implementation_->argument({.name = name, .help = help, .required = false},
                            implementation_->app.add_option(name, target, help));
}

void OptionParser::positionals(const std::string& name, std::vector<std::string>& target,
                               const std::string& help) {
  implementation_->argument({.name = name, .help = help, .many = true},
                            implementation_->app.add_option(name, target, help));
  implementation_->takes_numbers = true;
}

void OptionParser::flag(const std::string& name, bool& target, const std::string& help) {
  flag(
      name, [&target] { target = true; }, help);
}

void OptionParser::flag(const std::string& name, const std::function<void()>& set, const std::string& help) {
  implementation_->record(name, "", help);
  implementation_->app.add_flag_callback(name, set, help)
      ->group(implementation_->heading)
      ->disable_flag_override()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void OptionParser::value(const std::string& name, const std::string& placeholder, const Assign& assign,
                         const std::string& help) {
  implementation_->record(name, placeholder, help);
  implementation_->app.add_option_function<std::string>(name, assign, help)
      ->group(implementation_->heading)
      ->type_name(placeholder);
}

void OptionParser::repeated(const std::string& name, const std::string& placeholder, const Assign& assign,
                            const std::string& help) {
  const auto assign_all = [assign](const std::vector<std::string>& values) {
    for (const std::string& each : values) assign(each);
  };
  implementation_->record(name, placeholder, help);
  implementation_->app.add_option_function<std::vector<std::string>>(name, assign_all, help)
      ->group(implementation_->heading)
      ->type_name(placeholder)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void OptionParser::text(const std::string& name, const std::string& placeholder, std::string& target,
                        const std::string& help) {
  value(
      name, placeholder, [&target](const std::string& text) { target = text; },
      target.empty() ? help : with_default(help, target));
}

void OptionParser::whole(const std::string& name, std::int64_t& target, std::int64_t minimum,
                         const std::string& help) {
  value(
      name, "N", [=, &target](const std::string& text) { target = parse_whole(name, text, minimum); },
      with_default(help, std::to_string(target)));
}

void OptionParser::whole(const std::string& name, std::optional<std::int64_t>& target, std::int64_t minimum,
                         const std::string& help) {
  value(
      name, "N", [=, &target](const std::string& text) { target = parse_whole(name, text, minimum); }, help);
}

void OptionParser::whole(const std::string& name, std::uint64_t& target, const std::string& help) {
  value(
      name, "N", [=, &target](const std::string& text) { target = parse_unsigned(name, text); },
      with_default(help, std::to_string(target)));
}

void OptionParser::time(const std::string& name, std::optional<std::chrono::milliseconds>& target,
                        const std::string& help) {
  value(
      name, "TIME", [=, &target](const std::string& text) { target = parse_duration(name, text); }, help);
}

void OptionParser::number(const std::string& name, std::optional<double>& target, const std::string& help) {
  value(
      name, "NUMBER", [=, &target](const std::string& text) { target = parse_double(name, text); }, help);
}

void OptionParser::number(const std::string& name, double& target, const std::string& help) {
  value(
      name, "NUMBER", [=, &target](const std::string& text) { target = parse_double(name, text); },
      with_default(help, exact_number(target)));
}

void OptionParser::choice(const std::string& name, std::string& target, const std::vector<std::string>& known,
                          const std::string& help) {
  const auto assign = [=, &target](const std::string& text) {
    check_known(name, text, known);
    target = text;
  };
  const std::string all = fmt::format("{}: {}", help, fmt::join(known, ", "));
  value(name, "NAME", assign, target.empty() ? all : with_default(all, target));
  implementation_->description.options.back().choices = known;
}

void OptionParser::choice(const std::string& name, std::optional<std::string>& target,
                          const std::vector<std::string>& known, const std::string& help) {
  const auto assign = [=, &target](const std::string& text) {
    check_known(name, text, known);
    target = text;
  };
  value(name, "NAME", assign, help);
  implementation_->description.options.back().choices = known;
}

void OptionParser::choices(const std::vector<std::string>& known) {
  implementation_->description.options.back().choices = known;
}

void OptionParser::opposite(const std::string& name) {
  implementation_->description.options.back().opposite = name;
}

void OptionParser::argument_choices(const std::vector<std::string>& known) {
  implementation_->description.arguments.back().choices = known;
}

const CommandDescription& OptionParser::description() const { return implementation_->description; }

bool OptionParser::parse(Arguments arguments, const Context& context) {
  if (context.describe != nullptr) {
    *context.describe = implementation_->description;
    return false;
  }
  if (implementation_->command_line != nullptr) {
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    if (dashes != arguments.end()) implementation_->command_line->assign(dashes + 1, arguments.end());
    arguments = arguments.first(static_cast<std::size_t>(dashes - arguments.begin()));
  }
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants them
  // CLI11 takes "-1,2" for an option; a blank in front, which does no harm to a number, prevents that.
  if (implementation_->takes_numbers)
    for (std::string& argument : reversed)
      if (looks_like_negative_number(argument)) argument.insert(argument.begin(), ' ');
  try {
    implementation_->app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    implementation_->app.formatter(
        std::make_shared<HelpFormatter>(context.text_width(), implementation_->command_line != nullptr));
    context.out << implementation_->app.help();
    return false;
  } catch (const CLI::ParseError& error) {
    throw InvalidArgument(implementation_->describe(error));
  }
  return true;
}

bool OptionParser::given(const std::string& name) const { return implementation_->app.count(name) > 0; }

}  // namespace craggy::cli
