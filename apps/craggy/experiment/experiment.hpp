// What `craggy experiment` can do. Each takes the arguments behind its name and returns an exit code.
#pragma once

#include "context.hpp"

namespace craggy::cli {

int experiment_run(Arguments arguments, const Context& context);
int experiment_suites(Arguments arguments, const Context& context);
int experiment_rerun(Arguments arguments, const Context& context);
int experiment_compact(Arguments arguments, const Context& context);
int experiment_table(Arguments arguments, const Context& context);
int experiment_figure(Arguments arguments, const Context& context);
int experiment_benchmarks(Arguments arguments, const Context& context);
int experiment_report(Arguments arguments, const Context& context);

}  // namespace craggy::cli
