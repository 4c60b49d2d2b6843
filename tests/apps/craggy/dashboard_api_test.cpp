// What a dashboard that may change does with requests, right ones and wrong ones.
#include <craggy/stores/url.hpp>
#include <craggy/study/study_view.hpp>

#include "dashboard/api.hpp"
#include "runs/page_json.hpp"
#include "study_fixture.hpp"

namespace craggy::cli {
namespace {

class DashboardApi : public testing::StudyFixture {
 protected:
  void SetUp() override {
    ASSERT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)", "--surrogate", "random"}).code, 0);
    ASSERT_EQ(craggy({"ask", "tune"}).code, 0);
  }

  int post(const std::string& what, const std::string& body) const {
    const std::shared_ptr<Store> store = open_store(store_);
    Api api(store, {}, true);
    HttpRequest request{.method = "POST", .path = "/api/studies/tune/" + what, .body = body};
    request.headers = {{"host", "localhost"}, {"content-type", "application/json"}};
    int status = 0;
    api.answer(request, [&](const HttpResponse& response) { status = response.status; });
    return status;
  }

  StudyView view() const { return StudyView::open(open_store(store_), "tune"); }
};

TEST_F(DashboardApi, RemarksAreKeptUnlessOthersAreSent) {
  EXPECT_EQ(post("remarks", R"({"text": "mesh of May"})"), 200);
  for (const char* body : {"{}", R"({"text": 5})", R"({"text": null})", R"({"test": "x"})", "[]", "nonsense"})
    EXPECT_EQ(post("remarks", body), 400) << body;
  EXPECT_EQ(view().note(runs::remarks_note), "mesh of May");
  EXPECT_EQ(post("remarks", R"({"text": ""})"), 200);
  EXPECT_EQ(view().note(runs::remarks_note), "");
}

TEST_F(DashboardApi, AMessageIsText) {
  EXPECT_EQ(post("trials/0/fail", R"({"message": 5})"), 400);
  EXPECT_EQ(view().summary().counts.failed, 0U);
  EXPECT_EQ(post("trials/0/fail", R"({"message": "no mesh"})"), 200);
  EXPECT_EQ(view().summary().counts.failed, 1U);
}

}  // namespace
}  // namespace craggy::cli
