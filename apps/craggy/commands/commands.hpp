// The commands of `craggy`. Each takes the arguments behind its name and returns an exit code.
#pragma once

#include <vector>

#include "context.hpp"

namespace craggy::cli {

struct Command;

int run(Arguments arguments, const Context& context);
int worker(Arguments arguments, const Context& context);
int create(Arguments arguments, const Context& context);
int enqueue(Arguments arguments, const Context& context);
int ask(Arguments arguments, const Context& context);
int tell(Arguments arguments, const Context& context);
int fail(Arguments arguments, const Context& context);
int show(Arguments arguments, const Context& context);
int logs(Arguments arguments, const Context& context);
int list_studies(Arguments arguments, const Context& context);
int export_study(Arguments arguments, const Context& context);
int import_trials(Arguments arguments, const Context& context);
int copy_study(Arguments arguments, const Context& context);
int backup(Arguments arguments, const Context& context);
int delete_study(Arguments arguments, const Context& context);
int minimize(Arguments arguments, const Context& context);
int list_problems(Arguments arguments, const Context& context);
int evaluate(Arguments arguments, const Context& context);
int plot(Arguments arguments, const Context& context);
int report(Arguments arguments, const Context& context);
int dashboard(Arguments arguments, const Context& context);
int posterior(Arguments arguments, const Context& context);
int experiment(Arguments arguments, const Context& context);
int bench(Arguments arguments, const Context& context);
int demo(Arguments arguments, const Context& context);
int completion(Arguments arguments, const Context& context);
int manual(Arguments arguments, const Context& context);

const std::vector<Command>& experiment_parts();
const std::vector<Command>& bench_parts();

}  // namespace craggy::cli
