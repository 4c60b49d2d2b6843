// Convergence diagnostics of one scalar quantity over several chains [Vehtari2021]. Draws are S × C, a column
// per chain.
//
// Chains are split in half first (the middle draw of an odd S is left out), so one chain is enough. All
// functions give NaN for fewer than four draws per chain, for draws that are not all finite, and for draws
// that are all equal: then nothing can be said. If every chain is constant, but not all at the same value,
// R-hat is +∞.
#pragma once

#include <craggy/linalg/types.hpp>

namespace craggy {

/// Rank-normalised split R-hat: the larger of that of the draws (location) and that of the folded draws
/// |x − median| (scale). If the folded draws are all equal, as for a binary quantity, only the first counts.
double rhat(const ConstMatrixRef& draws);

/// Effective number of draws for the mean of the rank-normalised draws: the efficiency in the bulk, also for
/// quantities without moments.
double ess_bulk(const ConstMatrixRef& draws);

/// The smaller effective number of draws for the 5 % and 95 % quantiles. NaN if no draw is above either
/// quantile, as may be the case for a discrete quantity.
double ess_tail(const ConstMatrixRef& draws);

/// Effective number of draws for the mean. May exceed the number of draws of antithetic chains.
double ess_mean(const ConstMatrixRef& draws);

/// Monte Carlo standard error of the mean of all draws.
double mcse_mean(const ConstMatrixRef& draws);

/// Energy Bayesian fraction of missing information of one chain, Σ (E_i − E_{i−1})² / Σ (E_i − Ē)²
/// [Betancourt2016]: below about 0.3 the momenta drawn explore the energies too slowly. NaN for fewer than
/// two or non-finite energies, or equal ones.
double e_bfmi(const ConstVectorRef& energy);

/// The worse of two R-hats and of two effective sample sizes. NaN, which says that nothing can be said, is
/// worst.
double worse_rhat(double a, double b);
double worse_ess(double a, double b);

}  // namespace craggy
