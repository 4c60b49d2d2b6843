#include "dashboard/change_watch.hpp"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include <craggy/base/error.hpp>

#include "runs/json.hpp"

namespace craggy::cli {
namespace {

constexpr auto time_between_looks = std::chrono::milliseconds(200);

using Revisions = std::map<std::string, std::pair<StudyId, std::int64_t>>;

Revisions revisions_of(Store& store) {
  Revisions revisions;
  for (const StudyRow& row : store.studies()) revisions[row.definition.name] = {row.id, row.revision};
  return revisions;
}

void tell(HttpServer& server, const std::string& study, std::int64_t revision) {
  const runs::Json change = {{"study", study}, {"revision", revision}};
  server.broadcast("change", change.dump(-1, ' ', false, runs::Json::error_handler_t::replace));
}

void tell_differences(HttpServer& server, const Revisions& before, const Revisions& now) {
  for (const auto& [study, place] : now)
    if (const auto known = before.find(study); known == before.end() || known->second != place) {
      const bool is_another = known != before.end() && known->second.first != place.first;
      if (is_another) tell(server, study, 0);  // the one of that name was deleted
      tell(server, study, place.second);
    }
  for (const auto& [study, place] : before)
    if (!now.contains(study)) tell(server, study, 0);  // deleted
}

void watch(Store& store, HttpServer& server, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  Revisions known;
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, stop, time_between_looks, [] { return false; });
    if (server.num_streams() == 0 || stop.stop_requested()) continue;
    try {
      Revisions now = revisions_of(store);
      tell_differences(server, known, now);
      known = std::move(now);
    } catch (const Error&) {  // out of reach for a while: whoever asks for something is told why
    }
  }
}

}  // namespace

ChangeWatch::ChangeWatch(std::shared_ptr<Store> store, HttpServer& server)
    : thread_([store = std::move(store), &server](const std::stop_token& stop) {
        watch(*store, server, stop);
      }) {}

}  // namespace craggy::cli
