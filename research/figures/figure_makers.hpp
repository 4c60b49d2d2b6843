// The makers of the figures, one file each.
#pragma once

#include "figures/catalogue.hpp"

namespace craggy::figures {

charts::Figure posterior_comparison(const FigureOptions& options, ThreadPool* pool,
                                    const std::stop_token& stop);
charts::Figure sigma_h_sweep(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
charts::Figure step_function(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
charts::Figure h_star(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
charts::Figure function_surfaces(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
charts::Figure corrupted_holder(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
charts::Figure robot_slices(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);
charts::Figure robot_regret(const FigureOptions& options, ThreadPool* pool, const std::stop_token& stop);

}  // namespace craggy::figures
