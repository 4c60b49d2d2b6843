// The makers of the figures, one file each.
#pragma once

#include <craggy/figures/catalogue.hpp>

namespace craggy::figures {

Figure posterior_comparison(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure sigma_h_sweep(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure step_function(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure h_star(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure function_surfaces(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure corrupted_holder(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure robot_slices(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
Figure robot_regret(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);

}  // namespace craggy::figures
