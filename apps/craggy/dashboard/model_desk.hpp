// What models believe, computed for the dashboard by one thread of low priority: however many browsers ask,
// workers on this machine come first.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <craggy/study/study_view.hpp>

#include "dashboard/http_server.hpp"
#include "look/look.hpp"

namespace craggy::cli {

struct ModelRequest {
  std::shared_ptr<const StudyView> view;
  std::string model;
  enum class Part { overview, slices, grid, next } part = Part::overview;  // next: of no model in particular
  std::string row{}, column{};                                             // of a grid
  std::string through = "best";  // of slices and grids, as point_from reads it; or "next"
};

class ModelDesk {
 public:
  ModelDesk();
  ~ModelDesk();
  ModelDesk(const ModelDesk&) = delete;
  ModelDesk& operator=(const ModelDesk&) = delete;

  /// Answers later, in the order of the requests.
  void ask(ModelRequest request, Reply reply);

 private:
  struct Kept;       // something that was computed of a study
  struct Fitted;     // a model, and documents that were made of it
  struct Previewed;  // the next suggestion
  struct Job {
    ModelRequest request;
    Reply reply;
  };

  void serve(const std::stop_token& stop);
  HttpResponse answer(const ModelRequest& request, const std::stop_token& stop);
  Fitted& fitted(const ModelRequest& request, const std::stop_token& stop);
  const std::string& next(const ModelRequest& request, const std::stop_token& stop);
  std::vector<double> next_point(const ModelRequest& request, const std::stop_token& stop);

  std::mutex mutex_;  // of the jobs; the models belong to the thread
  std::condition_variable_any changed_;
  std::deque<Job> jobs_;
  std::list<Fitted> models_;  // the one used last first
  std::list<Previewed> previews_;
  std::jthread thread_;
};

}  // namespace craggy::cli
