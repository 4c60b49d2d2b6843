// What the dashboard answers to each address (docs/dashboard.md lists them).
#pragma once

#include <string>
#include <vector>

#include "dashboard/guard.hpp"
#include "dashboard/http_server.hpp"
#include "dashboard/model_desk.hpp"
#include "dashboard/study_desk.hpp"

namespace craggy::cli {

class Api {
 public:
  Api(std::shared_ptr<Store> store, GuardOptions guard, bool allow_edit);

  void answer(const HttpRequest& request, const Reply& reply);

 private:
  using Segments = std::vector<std::string>;  // of an address, decoded

  HttpResponse file(const HttpRequest& request) const;
  void get(const HttpRequest& request, const Segments& place, const Reply& reply);
  void get_of_study(const HttpRequest& request, const Segments& place, const Reply& reply);
  HttpResponse post(const HttpRequest& request, const Segments& place);

  Guard guard_;
  bool allow_edit_;
  StudyDesk studies_;
  ModelDesk models_;
};

}  // namespace craggy::cli
