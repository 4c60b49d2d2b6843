#include "study/suggestion_text.hpp"

#include "inference/enum_names.hpp"
#include "study/json_fields.hpp"

namespace craggy {

template <class Fields>
static void visit_fields(Fields& fields, FitDiagnostics& diagnostics) {
  fields("rhat_max", diagnostics.rhat_max);
  fields("ess_min", diagnostics.ess_min);
  fields("ess_tail_min", diagnostics.ess_tail_min);
  fields("rhat_max_latent", diagnostics.rhat_max_latent);
  fields("ess_min_latent", diagnostics.ess_min_latent);
  fields("acceptance", diagnostics.acceptance);
  fields("ebfmi_min", diagnostics.ebfmi_min);
  fields("divergences", diagnostics.divergences);
  fields("failed_factorisations", diagnostics.failed_factorisations);
  fields("jitter_raises", diagnostics.jitter_raises);
  fields("jitter", diagnostics.jitter);
  fields("draws", diagnostics.draws);
  fields("dropped_draws", diagnostics.dropped_draws);
  fields("chains", diagnostics.chains);
  fields("density_evaluations", diagnostics.density_evaluations);
  fields("stop_reason", diagnostics.stop_reason);
  fields("warm", diagnostics.warm);
  fields("seconds", diagnostics.seconds);
}

template <class Fields>
static void visit_fields(Fields& fields, Reason& reason) {
  fields("model", reason.model);
  fields("mean", reason.mean);
  fields("sd", reason.sd);
  fields("acquisition", reason.acquisition);
  fields("success", reason.success);
  fields("feasible", reason.feasible);
  fields("improvement", reason.improvement);
}

template <class Fields>
static void visit_fields(Fields& fields, ActiveData& active) {
  fields("observations", active.observations);
  fields("of", active.of);
  fields("side", active.side);
  fields("restarts", active.restarts);
  fields("everywhere", active.everywhere);
}

template <class Fields>
static void visit_fields(Fields& fields, Suggestion& suggestion) {
  fields("initial", suggestion.initial);
  if (suggestion.initial) return;  // nothing was fitted
  fields("surrogate", suggestion.surrogate);
  fields("sigma_h", suggestion.sigma_h);
  fields("acquisition", suggestion.acquisition);
  fields("reason", suggestion.reason);
  fields("diagnostics", suggestion.diagnostics);
  fields("active", suggestion.active);
  fields("fit_seconds", suggestion.fit_seconds);
  fields("acquisition_seconds", suggestion.acquisition_seconds);
}

template <class Fields>
static void visit_fields(Fields& fields, SeenTrials& seen) {
  fields("finished", seen.finished);
  fields("failed", seen.failed);
  fields("pending", seen.pending);
}

std::string to_text(const StoredSuggestion& stored) {
  Json object;
  FieldWriter writer(object);
  Suggestion suggestion = stored.suggestion;
  visit_fields(writer, suggestion);
  writer("seen", stored.seen);
  writer("made_room_for", stored.made_room_for);
  writer("warm_from", stored.warm_from);
  writer("simd", stored.simd);
  return object.dump();
}

StoredSuggestion parse_suggestion(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  StoredSuggestion stored;
  FieldReader reader(object, "a stored suggestion", Unknown::pass_over);
  visit_fields(reader, stored.suggestion);
  reader("seen", stored.seen);
  reader("made_room_for", stored.made_room_for);
  reader("warm_from", stored.warm_from);
  reader("simd", stored.simd);
  return stored;
}

}  // namespace craggy
