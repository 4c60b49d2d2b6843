#include "diagnostics.hpp"

#include <string>

#include <nanobind/stl/string.h>

namespace craggy::python {

Dictionary as_dict(const FitDiagnostics& diagnostics) {
  Dictionary result;
  result["rhat_max"] = diagnostics.rhat_max;
  result["ess_min"] = diagnostics.ess_min;
  result["ess_tail_min"] = diagnostics.ess_tail_min;
  result["rhat_max_latent"] = diagnostics.rhat_max_latent;
  result["ess_min_latent"] = diagnostics.ess_min_latent;
  result["divergences"] = diagnostics.divergences;
  result["failed_factorisations"] = diagnostics.failed_factorisations;
  result["jitter_raises"] = diagnostics.jitter_raises;
  result["draws"] = diagnostics.draws;
  result["chains"] = diagnostics.chains;
  result["stop_reason"] = std::string(name_of(diagnostics.stop_reason));
  result["seconds"] = diagnostics.seconds;
  return result;
}

}  // namespace craggy::python
