// The commands of `craggy`. Each takes the arguments behind its name and returns an exit code.
#pragma once

#include "context.hpp"

namespace craggy::cli {

int minimize(Arguments arguments, const Context& context);
int list_problems(Arguments arguments, const Context& context);
int evaluate(Arguments arguments, const Context& context);
int posterior(Arguments arguments, const Context& context);
int experiment(Arguments arguments, const Context& context);
int bench(Arguments arguments, const Context& context);
int demo(Arguments arguments, const Context& context);

}  // namespace craggy::cli
