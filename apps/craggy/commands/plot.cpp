// `craggy plot`: a study as a picture, in the terminal or in a file.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <craggy/base/error.hpp>

#include "base/check.hpp"
#include "charts/output.hpp"
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "look/curve.hpp"
#include "look/look.hpp"
#include "look/study_figures.hpp"
#include "look/terminal_views.hpp"
#include "option_parser.hpp"
#include "study/study_settings.hpp"
#include "study/trial_texts.hpp"
#include "text.hpp"

namespace craggy::cli {
namespace {

struct Kind {
  const char* name;
  const char* what;
  bool in_terminal;
};
constexpr std::array<Kind, 8> kinds = {{
    {"history", "values and the best so far", true},
    {"slices", "what the model believes along each parameter", true},
    {"ignored", "how far each value is from what the model believes", true},
    {"importance", "which parameters matter", true},
    {"contour", "what the model believes over two parameters", false},
    {"calibration", "each value as the others predict it", false},
    {"parallel", "a line per trial through its parameters", false},
    {"timeline", "which worker evaluated what, and when", false},
}};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds) names.emplace_back(kind.name);
  return names;
}

struct PlotCommand {
  std::string study;
  std::string kind;
  std::string store = default_store;
  std::string model;
  std::vector<std::string> parameters;
  std::string through;
  std::string out;
  std::uint64_t threads = 0;
};

bool parse(Arguments arguments, const Context& context, PlotCommand& command) {
  std::string list;
  for (const Kind& kind : kinds)
    list += fmt::format("{}{}: {}", list.empty() ? "" : "; ", kind.name, kind.what);
  OptionParser parser("plot",
                      fmt::format("Draws a study in the terminal or, with --out, as a picture. {}. Contour, "
                                  "calibration, parallel and timeline need --out.",
                                  list));
  parser.optional_positional("STUDY", command.study, "Name of the study [default: the newest]");
  parser.optional_positional(
      "KIND", command.kind,
      fmt::format("One of {} [default: history, slices and ignored in the terminal, history "
                  "with --out]",
                  fmt::join(kind_names(), ", ")));
  parser.argument_choices(kind_names());
  add_store_option(parser, command.store);
  parser.repeated(
      "--parameter", "NAME", [&](const std::string& name) { command.parameters.push_back(name); },
      "Only this one, for slices; two of them for contour [default: all; the two that matter most]");
  parser.text(
      "--through", "POINT", command.through,
      "Where slices and contours have their other parameters: the number of a trial, or values such as "
      "lr=0.01,opt=sgd [default: the best trial]");
  parser.text("--model", "NAME", command.model,
              "Which of the models that take turns [default: the one whose turn is next]");
  parser.text("--out", "FILE", command.out, "Write a picture, .svg, or .png where rsvg-convert is installed");
  parser.whole("--threads", command.threads, "Threads; 0: as many as the machine has");
  parser.examples({"craggy plot tune", "craggy plot tune slices --parameter lr",
                   "craggy plot tune slices --out s.svg",
                   "craggy plot tune contour --parameter lr --parameter depth --out c.png"});
  return parser.parse(arguments, context);
}

void check(const PlotCommand& command) {
  if (!command.kind.empty()) check_known("KIND", command.kind, kind_names());
  if (!command.out.empty()) charts::check_output_name(command.out);
  for (const Kind& kind : kinds)
    if (command.kind == kind.name && !kind.in_terminal && command.out.empty())
      throw InvalidArgument(
          fmt::format("{0} needs --out, as in --out {0}.svg: it is not drawn in the terminal", kind.name));
  const bool takes_parameters = command.kind.empty() || command.kind == "slices" || command.kind == "contour";
  if (!takes_parameters && !command.parameters.empty())
    throw InvalidArgument(fmt::format("--parameter is for slices and contour, not for {}", command.kind));
  if (command.kind == "contour" && !command.parameters.empty() && command.parameters.size() != 2)
    throw InvalidArgument("contour takes two parameters, as in --parameter lr --parameter depth");
}

std::vector<std::string> all_parameters(const Space& space) {
  std::vector<std::string> names;
  for (const Parameter& parameter : space.parameters()) names.push_back(parameter.name);
  return names;
}

charts::Figure figure_of(const PlotCommand& command, const StudyView& view, const Context& context) {
  if (command.kind.empty() || command.kind == "history") return history_figure(view);
  if (command.kind == "parallel") return parallel_figure(view);
  if (command.kind == "timeline") return timeline_figure(view);
  const std::vector<double> through = point_from(view, command.through);
  const FittedModel fitted = fit_model(view, command.model, command.threads, context);
  if (command.kind == "ignored") return ignored_figure(view, fitted);
  if (command.kind == "importance") return importance_figure(view, fitted);
  if (command.kind == "calibration") return calibration_figure(view, fitted);
  std::vector<std::string> parameters = command.parameters;
  if (command.kind == "slices")
    return slices_figure(view, fitted, parameters.empty() ? all_parameters(view.space()) : parameters,
                         through);
  if (view.space().size() < 2) throw InvalidArgument("contour needs two parameters, and the study has one");
  if (parameters.empty()) parameters = by_importance(fitted.model);
  return contour_figure(view, fitted, parameters[0], parameters[1], through);
}

void draw_in_terminal(const PlotCommand& command, const StudyView& view, const Context& context) {
  const auto wants = [&](std::string_view kind) {
    return command.kind == kind || (command.kind.empty() && kind != "importance");
  };
  const std::vector<TrialRecord> trials = view.trials();
  context.out << view.name() << '\n';
  if (wants("history")) {
    const std::string curve = best_curve(trials, view.direction(), context.terminal, 16);
    context.out << '\n' << (curve.empty() ? "there are no two values to draw a curve of yet\n" : curve);
  }
  const bool has_values = view.size() > 0 && !StudyModel::models(view.options().suggest).empty();
  if (command.kind == "history" || (command.kind.empty() && !has_values)) return;
  const std::vector<double> through = point_from(view, command.through);
  const FittedModel fitted = fit_model(view, command.model, command.threads, context);
  context.out << '\n' << labelled("", said_of(fitted), 0, context.text_width());
  if (wants("slices")) {
    context.out << labelled("", fmt::format("through {}", short_params_line(view.space(), through)), 0,
                            context.text_width());
    for (const std::string& name :
         command.parameters.empty() ? all_parameters(view.space()) : command.parameters)
      context.out << '\n' << slice_text(fitted.model, name, through, context.terminal);
  }
  if (wants("ignored")) context.out << '\n' << ignored_text(fitted.model, context.terminal);
  if (wants("importance")) context.out << '\n' << importance_text(fitted.model, context.terminal);
}

}  // namespace

int plot(Arguments arguments, const Context& context) {
  PlotCommand command;
  if (!parse(arguments, context, command)) return exit_done;
  // A kind alone is of the newest study.
  const std::vector<std::string> names = kind_names();
  if (command.kind.empty() && std::find(names.begin(), names.end(), command.study) != names.end())
    std::swap(command.kind, command.study);
  check(command);
  const StudyView view = open_study(command.study, command.store, context);
  for (const std::string& name : command.parameters) view.space().index_of(name);
  if (command.out.empty())
    draw_in_terminal(command, view, context);
  else
    charts::write_figure(figure_of(command, view, context), command.out);
  return exit_done;
}

}  // namespace craggy::cli
