// Figures as files.
#pragma once

#include <filesystem>
#include <string>

#include "charts/plot.hpp"

namespace craggy::charts {

/// Throws InvalidArgument unless the name ends in .svg or .png.
void check_output_name(const std::filesystem::path& file);

/// Writes SVG, or, by the name, PNG, converted from the SVG by rsvg-convert. The file is there whole or not
/// at all. Throws Error if it cannot be written or the converter is missing.
void write_figure(const Figure& figure, const std::filesystem::path& file);

}  // namespace craggy::charts
