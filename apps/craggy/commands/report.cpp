// `craggy report`: a study as one file to look at in a browser.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/cancellation.hpp"
#include "base/check.hpp"
#include "commands/commands.hpp"
#include "dashboard/pages.hpp"
#include "dashboard/report_document.hpp"
#include "exit_code.hpp"
#include "look/look.hpp"
#include "option_groups.hpp"
#include "option_parser.hpp"
#include "output_file.hpp"
#include "study/study_settings.hpp"

namespace craggy::cli {
namespace {

struct ReportCommand {
  std::string study;
  std::string store = default_store;
  std::string out;
  ReportOptions options;
  bool quiet = false;
};

bool parse(Arguments arguments, const Context& context, ReportCommand& command) {
  OptionParser parser(
      "report",
      "Writes a study as one HTML file to look at in a browser, without a network: its history, what "
      "each model believes and what it ignores, why each point was chosen, which parameters matter, "
      "how healthy it is, and all its trials. 'craggy dashboard' shows the same while it runs.");
  parser.optional_positional("STUDY", command.study, "Name of the study [default: the newest]");
  add_store_option(parser, command.store);
  parser.text("--out", "FILE", command.out, "Where to write it [default: report.html]");
  parser.repeated(
      "--model", "NAME", [&](const std::string& name) { command.options.models.push_back(name); },
      "Only this one of the models that take turns; may be given several times [default: all]");
  parser.flag(
      "--all-contours", command.options.all_contours,
      "Contours of every pair of parameters, however large the file becomes; otherwise of the most important "
      "ones first, up to 300 kB");
  parser.whole("--threads", command.options.threads, "Threads to fit with; 0 is as many as the machine has");
  parser.flag("--quiet", command.quiet, "Say nothing while the models are fitted");
  parser.examples(
      {"craggy report tune --out report.html", "craggy report tune --model latent --out tune.html"});
  return parser.parse(arguments, context);
}

void check_models(const ReportCommand& command, const StudyView& view) {
  std::vector<std::string> known;
  for (const ModelInfo& model : StudyModel::models(view.options().suggest)) known.push_back(model.name);
  for (const std::string& name : command.options.models)
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail_argument("--model", fmt::format("'{}'", name),
                    known.empty() ? "the study takes random points: it has no models"
                                  : fmt::format("it has to be one of {}", fmt::join(known, ", ")));
}

}  // namespace

int report(Arguments arguments, const Context& context) {
  ReportCommand command;
  if (!parse(arguments, context, command)) return exit_done;
  const StopScope scope(context.stop);
  const std::string out = command.out.empty() ? "report.html" : command.out;
  const StudyView view = open_study(command.study, command.store, context);
  check_models(command, view);
  if (!command.quiet)
    command.options.fitting = [&](const std::string& model) {
      context.err << fmt::format("fitting the {} model\n", model) << std::flush;
    };
  const runs::Json document = report_json(view, command.options, context.stop);
  const std::string page = report_page(view.name() + " · craggy",
                                       document.dump(-1, ' ', false, runs::Json::error_handler_t::replace),
                                       report_summary(document));
  write_whole_file(out, page);
  if (!command.quiet) context.out << fmt::format("{}: {} kB\n", out, (page.size() + 999) / 1000);
  return exit_done;
}

}  // namespace craggy::cli
