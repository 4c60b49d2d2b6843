// A whole study as one JSON document, and back: nothing is lost on the way, so that the study continues as if
// it had never left its store. docs/data.md says what stands where.
#pragma once

#include <string>
#include <string_view>

#include <craggy/stores/store.hpp>

#include "runs/json.hpp"

namespace craggy::runs {

/// Trials are those of trials_json (runs/json.hpp) with what that leaves out.
Json study_document(const StudyContent& content);

/// Whether a text begins as such a document does.
bool is_study_document(std::string_view text);

/// Throws InvalidArgument, which begins with `name`, for text that is no such document, or says what cannot
/// be.
StudyContent parse_study_document(std::string_view text, const std::string& name);

/// Throws InvalidArgument, which names the trial, where what a store or a file has of a study cannot be.
void check_content(const StudyContent& content);

}  // namespace craggy::runs
