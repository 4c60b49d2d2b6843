// A study as Python holds it.
#pragma once

#include <memory>
#include <utility>

#include <craggy/study/study.hpp>
#include <craggy/study/study_view.hpp>

namespace craggy::python {

/// Shared by the object in Python and by what runs the study, so that neither has to outlive the other.
class StudyHandle {
 public:
  explicit StudyHandle(Study study)
      : study_(std::make_shared<Study>(std::move(study))), view_(std::make_shared<StudyView>(*study_)) {}

  Study& operator*() const { return *study_; }
  Study* operator->() const { return study_.get(); }
  const std::shared_ptr<Study>& shared() const { return study_; }
  /// Keeps what it has read, as the study does.
  const StudyView& view() const { return *view_; }

  /// After a fork its threads are not there any more, so that it can neither be used nor destroyed.
  void abandon() {
    new std::shared_ptr<Study>(std::move(study_));
    new std::shared_ptr<StudyView>(std::move(view_));
  }

 private:
  std::shared_ptr<Study> study_;
  std::shared_ptr<StudyView> view_;
};

}  // namespace craggy::python
