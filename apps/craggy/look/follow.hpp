// `craggy show --follow`: a study as it changes.
#pragma once

#include <functional>

#include <craggy/study/study_view.hpp>

#include "context.hpp"

namespace craggy::cli {

/// On a terminal `page` is drawn again after each change; elsewhere each change is a line. Ends, with 0, once
/// nothing has changed for a few seconds and nobody evaluates or suggests; throws Cancelled if stopped.
int follow(const StudyView& view, const std::function<void()>& page, const Context& context);

}  // namespace craggy::cli
