#include <utility>

#include <craggy/base/error.hpp>
#include <craggy/study/trial.hpp>

#include "study/named_values.hpp"
#include "study/params.hpp"

namespace craggy {
namespace {

const Space& space_of(const TrialRecord& record) {
  if (record.space == nullptr)
    throw InvalidArgument(
        "the record has no space, so its parameters have no names; those of a study have one");
  record.space->check(record.values);
  return *record.space;
}

}  // namespace

Trial::Trial(TrialNumber number, std::optional<AttemptNumber> attempt, std::shared_ptr<const Space> space,
             std::vector<double> values)
    : number_(number), attempt_(attempt), space_(std::move(space)), values_(std::move(values)) {}

template <ParameterValue T>
T Trial::get(std::string_view parameter) const {
  return value_named<T>(*space_, values_, parameter);
}

template double Trial::get<double>(std::string_view) const;
template std::int64_t Trial::get<std::int64_t>(std::string_view) const;
template int Trial::get<int>(std::string_view) const;
template bool Trial::get<bool>(std::string_view) const;
template std::string Trial::get<std::string>(std::string_view) const;

bool Trial::is_active(std::string_view parameter) const {
  return is_active_named(*space_, values_, parameter);
}
double Trial::operator[](std::string_view parameter) const { return code_named(*space_, values_, parameter); }
std::string Trial::text(std::string_view parameter) const { return text_named(*space_, values_, parameter); }

std::string Trial::params() const { return to_params(*space_, values_); }

template <ParameterValue T>
T TrialRecord::get(std::string_view parameter) const {
  return value_named<T>(space_of(*this), values, parameter);
}

template double TrialRecord::get<double>(std::string_view) const;
template std::int64_t TrialRecord::get<std::int64_t>(std::string_view) const;
template int TrialRecord::get<int>(std::string_view) const;
template bool TrialRecord::get<bool>(std::string_view) const;
template std::string TrialRecord::get<std::string>(std::string_view) const;

bool TrialRecord::is_active(std::string_view parameter) const {
  return is_active_named(space_of(*this), values, parameter);
}
double TrialRecord::operator[](std::string_view parameter) const {
  return code_named(space_of(*this), values, parameter);
}
std::string TrialRecord::text(std::string_view parameter) const {
  return text_named(space_of(*this), values, parameter);
}

}  // namespace craggy
