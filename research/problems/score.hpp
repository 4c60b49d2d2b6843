// How good a result is: gap and regret against a problem's score reference.
#pragma once

namespace craggy::problems {

/// (first − best)/(first − reference) [Bodin2020, experiments]: the share of the way from the best initial
/// value to the reference that was gone. It exceeds 1 where `best` is below the reference, and is 1 where
/// `first` is already there, since no way was left. Throws InvalidArgument for non-finite values and for best
/// > first.
double gap(double first, double best, double reference);

/// best − reference; below 0 only where the reference is not a proven minimum.
double regret(double best, double reference);

}  // namespace craggy::problems
