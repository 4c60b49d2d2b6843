// What a store keeps of a study's options, and back.
#pragma once

#include <string>
#include <string_view>

#include <craggy/study/options.hpp>

namespace craggy {

/// Throws InvalidArgument for options that cannot be.
StudyDefinition definition_of(const StudyOptions& options);

/// Throws InvalidArgument for a definition that this version of craggy cannot read, or a worker that cannot
/// be.
StudyOptions options_of(const StudyDefinition& definition, WorkerOptions worker = {});

/// In words; "" if they are the same but for the worker.
std::string difference(const StudyOptions& there, const StudyOptions& here);

/// Throws InvalidArgument, with a guess, if there is no such study.
StudyRow find_known_study(Store& store, std::string_view name);

}  // namespace craggy
