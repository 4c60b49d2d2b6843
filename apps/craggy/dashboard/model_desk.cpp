#include "dashboard/model_desk.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include <sys/resource.h>

#include <craggy/base/error.hpp>

#include "base/cancellation.hpp"
#include "base/plain_reason.hpp"
#include "dashboard/study_desk.hpp"
#include "runs/page_json.hpp"
#include "study/params.hpp"

namespace craggy::cli {
namespace {

using runs::Json;
using Time = std::chrono::steady_clock;

constexpr std::size_t most_models = 8;
constexpr std::size_t most_documents = 200;  // of one model
constexpr std::size_t most_jobs = 64;
constexpr std::size_t num_slice_values = 61;
constexpr std::size_t num_grid_values = 25;
constexpr int num_digits = 6;
constexpr double most_seconds_of_preview = 30.0;

// While trials come in, a model is fitted again after this many times what the last fit took, but not before
// two seconds are over: fits are then a small part of what the machine does.
constexpr double rest_between_fits = 4.0;
constexpr double least_rest = 2.0;  // seconds

}  // namespace

struct ModelDesk::Kept {
  std::shared_ptr<const StudyView> view;
  std::int64_t revision;  // that it has seen
  double seconds = 0.0;   // that it took
  Time::time_point when{};

  bool is_fresh() const {
    if (view->revision() == revision) return true;
    const double age = std::chrono::duration<double>(Time::now() - when).count();
    return age < std::max(least_rest, rest_between_fits * seconds);
  }

  void made_since(Time::time_point began) {
    when = Time::now();
    seconds = std::chrono::duration<double>(when - began).count();
  }
};

struct ModelDesk::Fitted : Kept {
  std::string name;
  FittedModel model;
  std::map<std::string, std::string> documents{};  // by what was asked for
};

struct ModelDesk::Previewed : Kept {
  std::string document;
};

ModelDesk::ModelDesk() : thread_([this](const std::stop_token& stop) { serve(stop); }) {}

ModelDesk::~ModelDesk() {
  thread_.request_stop();
  changed_.notify_all();
  thread_.join();
}

void ModelDesk::ask(ModelRequest request, Reply reply) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() < most_jobs) {
      jobs_.push_back({std::move(request), std::move(reply)});
      changed_.notify_all();
      return;
    }
  }
  reply(error_response(503, "too many models are waited for"));
}

void ModelDesk::serve(const std::stop_token& stop) {
  constexpr int low_priority = 10;
  setpriority(PRIO_PROCESS, 0, low_priority);  // on Linux of this thread, and of those that it starts
  const StopScope scope(stop);
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return !jobs_.empty(); })) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    try {
      job.reply(answer(job.request, stop));
    } catch (const Cancelled&) {
      return;
    } catch (const InvalidArgument& error) {
      job.reply(error_response(409, error.what()));
    } catch (const std::exception& error) {
      job.reply(error_response(500, plain_reason(error)));
    }
  }
}

ModelDesk::Fitted& ModelDesk::fitted(const ModelRequest& request, const std::stop_token& stop) {
  const auto found = std::find_if(models_.begin(), models_.end(), [&](const Fitted& each) {
    return each.view == request.view && each.name == request.model;
  });
  if (found != models_.end() && found->is_fresh()) {
    models_.splice(models_.begin(), models_, found);
    return models_.front();
  }
  Kept kept{request.view, request.view->revision()};
  const Time::time_point began = Time::now();
  FittedModel model = fit_model(*request.view, request.model, 1, stop);
  kept.made_since(began);
  if (found != models_.end()) models_.erase(found);
  models_.push_front({std::move(kept), request.model, std::move(model)});
  if (models_.size() > most_models) models_.pop_back();
  return models_.front();
}

const std::string& ModelDesk::next(const ModelRequest& request, const std::stop_token& stop) {
  const auto found = std::find_if(previews_.begin(), previews_.end(),
                                  [&](const Previewed& each) { return each.view == request.view; });
  if (found != previews_.end() && found->is_fresh()) return found->document;
  Kept kept{request.view, request.view->revision()};
  const Time::time_point began = Time::now();
  Json json = runs::next_json(*request.view, most_seconds_of_preview, 1, stop);
  json["revision"] = kept.revision;
  kept.made_since(began);
  if (found != previews_.end()) previews_.erase(found);
  previews_.push_front({std::move(kept), text_of(json)});
  if (previews_.size() > most_models) previews_.pop_back();
  return previews_.front().document;
}

// Of the kept preview, so that what is drawn through it and what is said of it are the same.
std::vector<double> ModelDesk::next_point(const ModelRequest& request, const std::stop_token& stop) {
  const Json json = Json::parse(next(request, stop));
  if (!json.contains("params"))
    throw InvalidArgument("there is no next suggestion: " + json.at("none").get<std::string>());
  return parse_params(request.view->space(), json.at("params").dump());
}

HttpResponse ModelDesk::answer(const ModelRequest& request, const std::stop_token& stop) {
  using Part = ModelRequest::Part;
  if (request.part == Part::next) return text_response(200, "application/json", next(request, stop));
  const StudyView& view = *request.view;
  // What is wrong is said before anything is fitted.
  const std::vector<double> through =
      request.through == "next" ? next_point(request, stop) : point_from(view, request.through);
  if (request.part == ModelRequest::Part::grid)
    for (const std::string& name : {request.row, request.column}) view.space().index_of(name);
  Fitted& kept = fitted(request, stop);
  const StudyModel& model = kept.model.model;
  const std::string point =
      request.part == Part::overview ? "" : runs::params_json(view.space(), through).dump();
  const std::string key = Json({static_cast<int>(request.part), request.row, request.column, point}).dump();
  const auto made = kept.documents.find(key);
  if (made != kept.documents.end()) return text_response(200, "application/json", made->second);
  if (kept.documents.size() > most_documents) kept.documents.clear();
  Json json = runs::posterior_json(view, model, kept.model.warm_from);
  json["revision"] = kept.revision;
  if (request.part == Part::overview) runs::add_overview(json, model, stop);
  if (request.part == Part::slices) runs::add_slices(json, model, through, num_slice_values, stop);
  if (request.part == Part::grid)
    json.update(runs::grid_json(
        model, model.grid(request.row, request.column, through, num_grid_values, usual_probabilities, stop)));
  return text_response(200, "application/json",
                       kept.documents.emplace(key, text_of(runs::shortened(json, num_digits))).first->second);
}

}  // namespace craggy::cli
