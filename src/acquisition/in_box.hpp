// Acquisitions of a part of the unit cube.
#pragma once

#include <memory>
#include <vector>

#include <craggy/acquisition/acquisition.hpp>

namespace craggy {

/// The acquisition at low + x·(high − low), so that a maximiser of the unit cube searches that box. What is
/// referred to has to outlive it.
std::unique_ptr<Acquisition> stretched_over_box(const Acquisition& acquisition, Vector low, Vector high);

/// The acquisition, less a price that grows with the square of how far x is outside of the box in the inputs
/// that are `bounded`, in units of `side`: for maximisers that cannot keep to a box.
std::unique_ptr<Acquisition> drawn_into_box(const Acquisition& acquisition, Vector low, Vector high,
                                            std::vector<Index> bounded, double side);

}  // namespace craggy
