// What a dashboard that may change does with requests, right ones and wrong ones.
#include <future>

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

  HttpResponse get(const std::string& target) const {
    const std::shared_ptr<Store> store = open_store(store_);
    std::promise<HttpResponse> answered;
    Api api(store, {}, false);
    HttpRequest request{.method = "GET", .path = "/api/studies/tune/" + target};
    if (const std::size_t mark = request.path.find('?'); mark != std::string::npos) {
      request.query["through"] = request.path.substr(mark + std::string("?through=").size());
      request.path.resize(mark);
    }
    request.headers = {{"host", "localhost"}};
    api.answer(request, [&](const HttpResponse& response) { answered.set_value(response); });
    return answered.get_future().get();
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

TEST_F(DashboardApi, ThePreviewIsWhatIsAskedForNext) {
  const HttpResponse next = get("next");
  EXPECT_EQ(next.status, 200);
  const runs::Json preview = runs::Json::parse(*next.body);
  EXPECT_EQ(preview["trial"], 1);
  EXPECT_EQ(preview["preview"], true);
  EXPECT_GT(preview["revision"].get<std::int64_t>(), 0);
  const runs::Json asked = runs::Json::parse(craggy({"ask", "tune", "--json"}).out);
  EXPECT_EQ(preview["params"], asked["params"]);
}

TEST_F(DashboardApi, SlicesGoThroughThePreview) {
  ASSERT_EQ(craggy({"delete", "tune", "--yes"}).code, 0);
  ASSERT_EQ(craggy({"create", "tune", "--param", "x=float(0,1)", "--param", "y=float(0,1)", "--surrogate",
                    "noiseless"})
                .code,
            0);
  for (const char* x : {"0.1", "0.4", "0.6", "0.9"}) {
    ASSERT_EQ(craggy({"enqueue", "tune", "--set", std::string("x=") + x, "--set", "y=0.5"}).code, 0);
    ASSERT_EQ(craggy({"ask", "tune"}).code, 0);
  }
  for (const char* trial : {"0", "1", "2", "3"}) ASSERT_EQ(craggy({"tell", "tune", trial, trial}).code, 0);
  const runs::Json preview = runs::Json::parse(*get("next").body);
  const HttpResponse slices = get("models/noiseless/slices?through=next");
  ASSERT_EQ(slices.status, 200) << *slices.body;
  const runs::Json through = runs::Json::parse(*slices.body)["through"];
  EXPECT_EQ(through, runs::shortened(preview["params"], 6));
}

}  // namespace
}  // namespace craggy::cli
