// Tells the browsers which studies have changed, by whatever process.
#pragma once

#include <memory>
#include <stop_token>
#include <thread>

#include <craggy/stores/store.hpp>

#include "dashboard/http_server.hpp"

namespace craggy::cli {

/// Looks at the revisions of all studies with one query a few times per second, and only while somebody
/// listens.
class ChangeWatch {
 public:
  ChangeWatch(std::shared_ptr<Store> store, HttpServer& server);

 private:
  std::jthread thread_;
};

}  // namespace craggy::cli
