// Studies on their way from a file to a server and back.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_craggy.hpp"
#include "support/postgres_server.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::postgres_server;
using nlohmann::json;
using testing::Outcome;
using testing::run_craggy;

class BringDataToAServer : public ::testing::Test {
 protected:
  BringDataToAServer() { postgres_server().sql("CREATE SCHEMA bring"); }
  ~BringDataToAServer() override { postgres_server().sql("DROP SCHEMA bring CASCADE"); }

  testing::TemporaryFolder folder_;
  std::string server_ = postgres_server().url() + "&options=-csearch_path%3Dbring";
  std::string file_ = "sqlite:///" + folder_.path() + "/studies.db";
  std::string back_ = "sqlite:///" + folder_.path() + "/back.db";
};

TEST_F(BringDataToAServer, ACopyThereAndBackIsTheSameStudy) {
  run_craggy({"create", "tune", "--param", "x=float(0,1)", "--surrogate", "noiseless", "--initial", "2",
              "--chains", "1", "--warmup", "10", "--draws", "3", "--store", file_});
  for (int i = 0; i < 5; ++i) {
    run_craggy({"ask", "tune", "--store", file_});
    run_craggy({"tell", "tune", std::to_string(i), std::to_string(0.1 * i), "--store", file_});
  }
  EXPECT_EQ(run_craggy({"copy", "tune", "--store", file_, "--to", server_}).code, 0);
  EXPECT_EQ(run_craggy({"copy", "tune", "--store", file_, "--to", server_}).code, 2);
  EXPECT_EQ(run_craggy({"copy", "tune", "--store", server_, "--to", back_}).code, 0);
  const auto whole = [](const std::string& store) {
    return json::parse(run_craggy({"export", "tune", "--format", "json", "--store", store}).out);
  };
  const json here = whole(file_);
  EXPECT_EQ(whole(server_), here);
  EXPECT_EQ(whole(back_), here);
  const std::string next = run_craggy({"ask", "tune", "--store", file_}).out;
  EXPECT_EQ(run_craggy({"ask", "tune", "--store", server_}).out, next);
  EXPECT_EQ(run_craggy({"ask", "tune", "--store", back_}).out, next);
}

TEST_F(BringDataToAServer, ManyRowsAreImportedAtOnce) {
  run_craggy({"create", "tune", "--param", "x=float(0,1)", "--surrogate", "random", "--store", server_});
  const std::string path = folder_.path() + "/rows.csv";
  std::ofstream rows(path);
  rows << "x,value,message\n";
  for (int i = 0; i < 3000; ++i)
    rows << i / 3000.0 << ',' << (i % 7 == 0 ? std::string("nan") : std::to_string(i)) << ",m\n";
  rows.close();
  const Outcome imported = run_craggy({"import", "tune", path, "--store", server_});
  EXPECT_EQ(imported.out, "tune: 2571 finished and 429 failed trials imported, as trials 0 to 2999\n")
      << imported.err;
  EXPECT_EQ(run_craggy({"import", "tune", path, "--store", server_}).out,
            "tune: nothing imported; 3000 rows are there already\n");
  EXPECT_TRUE(run_craggy({"ask", "tune", "--store", server_}).out.starts_with("trial 3000\n"));
}

}  // namespace
}  // namespace craggy::cli
