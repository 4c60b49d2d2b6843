// The benchmarks behind `craggy bench`. Each takes the arguments behind its name and returns an exit code.
#pragma once

#include "context.hpp"

namespace craggy::cli {

int bench_gradient(Arguments arguments, const Context& context);
int bench_posterior(Arguments arguments, const Context& context);
int bench_suggest(Arguments arguments, const Context& context);
int bench_choice(Arguments arguments, const Context& context);
int bench_run(Arguments arguments, const Context& context);
int bench_failures(Arguments arguments, const Context& context);
int bench_import(Arguments arguments, const Context& context);
int bench_noise(Arguments arguments, const Context& context);
int bench_store(Arguments arguments, const Context& context);
int bench_verdicts(Arguments arguments, const Context& context);

}  // namespace craggy::cli
