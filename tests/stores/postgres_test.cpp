// What is particular to a server: how one gets in, and what happens when it goes away.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "conformance.hpp"
#include "stores/schema.hpp"
#include "stores/worker.hpp"
#include "support/effort.hpp"
#include "support/forked.hpp"
#include "support/message_of.hpp"
#include "support/postgres_server.hpp"
#include "support/tcp_proxy.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using std::chrono::milliseconds;
using testing::Forked;
using testing::full_effort;
using testing::message_of;
using testing::postgres_server;
using testing::PostgresCluster;
using testing::TcpProxy;
using testing::TemporaryFolder;

std::string error_of(const std::function<void()>& call) { return message_of<std::exception>(call); }

std::string url_through(const TcpProxy& proxy, const std::string& schema) {
  return "postgresql://craggy@127.0.0.1:" + std::to_string(proxy.port()) +
         "/postgres?sslmode=disable&gssencmode=disable&options=-csearch_path%3D" + schema;
}

std::string fresh_schema() {
  static int count = 0;
  const std::string name = "through" + std::to_string(++count);
  postgres_server().sql("CREATE SCHEMA " + name);
  return name;
}

/// Sets a variable of the environment until the end.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

class PostgresPassword : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    postgres_server().sql(
        "CREATE ROLE guarded LOGIN PASSWORD 'geh&im@tür'; CREATE SCHEMA guarded AUTHORIZATION guarded");
  }
  static std::string url(const std::string& password, const std::string& more = {}) {
    return "postgresql://guarded" + (password.empty() ? "" : ":" + password) +
           "@/postgres?host=" + postgres_server().folder() + more;
  }
};

TEST_F(PostgresPassword, InTheUrlWorksAndIsNotShown) {
  const auto store = open_store(url("geh%26im%40t%C3%BCr"));
  EXPECT_TRUE(store->studies().empty());
  EXPECT_EQ(store->name(), url("***"));
  EXPECT_TRUE(open_store(url("", "&password=geh%26im%40t%C3%BCr"))->studies().empty());
}

TEST_F(PostgresPassword, AWrongOneIsSaidAtOnceAndNotShown) {
  for (const std::string wrong : {"fal%40sch", "falsch"}) {
    const std::string error = error_of([&] { open_store(url(wrong)); });
    EXPECT_NE(error.find("refuses"), std::string::npos) << error;
    EXPECT_NE(error.find("authentication failed"), std::string::npos) << error;
    EXPECT_EQ(error.find("fal"), std::string::npos) << error;
    EXPECT_EQ(error.find("sch"), std::string::npos) << error;
  }
  const std::string error = error_of([&] { open_store(url("")); });
  EXPECT_NE(error.find("no password supplied"), std::string::npos) << error;
  const Variable variable("PGPASSWORD", "nichtrichtig");
  EXPECT_EQ(error_of([&] { open_store(url("")); }).find("nichtrichtig"), std::string::npos);
}

TEST_F(PostgresPassword, ComesFromTheEnvironmentOrAFile) {
  {
    const Variable variable("PGPASSWORD", "geh&im@tür");
    EXPECT_TRUE(open_store(url(""))->studies().empty());
  }
  const TemporaryFolder folder;
  {
    const std::string file = folder.file("pgpass", "*:*:*:guarded:geh&im@tür\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    const Variable variable("PGPASSFILE", file);
    EXPECT_TRUE(open_store(url(""))->studies().empty());
  }
  const Variable variable(
      "PGSERVICEFILE", folder.file("services", "[tune]\nhost=" + postgres_server().folder() +
                                                   "\nuser=guarded\ndbname=postgres\npassword=geh&im@tür\n"));
  EXPECT_TRUE(open_store("postgresql:///?service=tune")->studies().empty());
}

// A role that may have no connection more is what a full server is.
TEST_F(PostgresPassword, AFullServerIsWaitedForAfterThePassword) {
  postgres_server().sql("ALTER ROLE guarded CONNECTION LIMIT 0");
  const std::jthread later([] {
    std::this_thread::sleep_for(milliseconds(400));
    postgres_server().sql("ALTER ROLE guarded CONNECTION LIMIT -1");
  });
  EXPECT_TRUE(open_store(url("geh%26im%40t%C3%BCr"))->studies().empty());
}

// What a full disk makes of a statement, by way of a trigger, since there is no small disk here.
class PostgresFull : public ::testing::Test {
 protected:
  static constexpr const char* code_of_a_full_disk = "53100";
  PostgresFull() {
    postgres_server().sql(fmt::format(
        "CREATE FUNCTION {0}.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
        "'could not extend file: No space left on device' USING ERRCODE = '{1}'; END $$; "
        "CREATE TRIGGER full_disk BEFORE INSERT ON {0}.craggy_trials EXECUTE FUNCTION {0}.full_disk()",
        schema_, code_of_a_full_disk));
  }

  void make_room() const { postgres_server().sql("DROP TRIGGER full_disk ON " + schema_ + ".craggy_trials"); }
  std::string url() const { return postgres_server().url() + "&options=-csearch_path%3D" + schema_; }

  std::string schema_ = fresh_schema();
  StudyId study_ = open_store(url())->create_study(testing::example_definition())->id;
};

TEST_F(PostgresFull, IsWaitedFor) {
  const auto store = open_store(url());
  const std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(300));
    make_room();
  });
  store->add(study_, "{}", {1.0});
  EXPECT_EQ(store->news(study_, 0).trials.size(), 1u);
}

TEST_F(PostgresFull, IsNotWaitedForForEver) {
  const auto store = open_store(url(), {.give_up_after = milliseconds(200)});
  const std::string message = message_of<StoreUnreachable>([&] { store->add(study_, "{}", {1.0}); });
  EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
}

// The server ends with the thread that started it, so it is the store that has a thread of its own.
TEST_F(PostgresPassword, ARestartIsWaitedFor) {
  const auto store = open_store(url("geh%26im%40t%C3%BCr"));
  postgres_server().stop(SIGINT);
  std::string error = "not asked";
  {
    const std::jthread worker([&] { error = error_of([&] { store->studies(); }); });
    std::this_thread::sleep_for(milliseconds(300));
    postgres_server().start_server();
  }
  EXPECT_EQ(error, "(no error)");
}

TEST(PostgresStore, ADatabaseThatIsNotUtf8IsRefused) {
  postgres_server().sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
  std::string url = postgres_server().url();
  url.replace(url.find("/postgres?"), 9, "/latin");
  const std::string error = error_of([&] { open_store(url); });
  EXPECT_NE(error.find("keeps its texts in LATIN1, but craggy needs a database in UTF-8"), std::string::npos)
      << error;
}

TEST(PostgresStore, AServerThatIsNotThereIsUnreachable) {
  const TemporaryFolder folder;
  const StoreOptions brief{.connect_within = milliseconds(100)};
  try {
    open_store("postgresql://me:geheim@/tune?host=" + folder.path(), brief);
    ADD_FAILURE() << "no error";
  } catch (const StoreUnreachable& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with("the store postgresql://me:***@/tune?host=" + folder.path() +
                                    " could not be reached for 0.1 s: "))
        << message;
    EXPECT_EQ(message.find("geheim"), std::string::npos);
  }
}

TEST(PostgresStore, WhatTheServerRefusesIsSaidAtOnce) {
  std::string url = postgres_server().url();
  url.replace(url.find("/postgres?"), 9, "/nothing");
  const std::string error = error_of([&] { open_store(url); });
  EXPECT_NE(error.find("database \"nothing\" does not exist"), std::string::npos) << error;
  const std::string misspelt = message_of([&] { open_store(postgres_server().url() + "&passwort=geheim"); });
  EXPECT_NE(misspelt.find("passwort"), std::string::npos) << misspelt;
  EXPECT_EQ(misspelt.find("geheim"), std::string::npos) << misspelt;
}

TEST(PostgresStore, ANewerVersionIsRefused) {
  const std::string schema = fresh_schema();
  const std::string url = postgres_server().url() + "&options=-csearch_path%3D" + schema;
  open_store(url)->create_study(testing::example_definition());
  postgres_server().sql("UPDATE " + schema + ".craggy_schema SET version = 1000");
  EXPECT_NE(error_of([&] { open_store(url); }).find("written by a newer craggy"), std::string::npos);
  postgres_server().sql("UPDATE " + schema +
                        ".craggy_schema SET version = " + std::to_string(stores::schema_version()));
  EXPECT_TRUE(open_store(url)->find_study("tune"));
}

TEST(PostgresStore, AnOlderVersionIsBroughtUpToDate) {
  const std::string schema = fresh_schema();
  const std::string url = postgres_server().url() + "&options=-csearch_path%3D" + schema;
  open_store(url)->create_study(testing::example_definition());
  // Of the first version were these tables alone.
  postgres_server().sql(
      "DO $$ DECLARE name TEXT; BEGIN FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '" +
      schema +
      "' AND tablename NOT IN ('craggy_schema', 'craggy_studies', 'craggy_trials', 'craggy_attempts', "
      "'craggy_warm_states') LOOP EXECUTE format('DROP TABLE " +
      schema + ".%I', name); END LOOP; END $$; UPDATE " + schema + ".craggy_schema SET version = 1");
  EXPECT_TRUE(open_store(url, {.create = false})->delete_study("tune"));
}

TEST(PostgresStore, IsMadeOnlyIfThatIsWanted) {
  const std::string url = postgres_server().url() + "&options=-csearch_path%3D" + fresh_schema();
  EXPECT_EQ(message_of([&] { open_store(url, {.create = false}); }),
            "the store is '" + url + "', but there are no tables of craggy in it");
  open_store(url);
  EXPECT_TRUE(open_store(url, {.create = false})->studies().empty());
}

TEST(PostgresStore, SessionsOfLongAgoAreForgotten) {
  const std::string schema = fresh_schema();
  const std::string url = postgres_server().url() + "&options=-csearch_path%3D" + schema;
  open_store(url)->create_study(testing::example_definition());
  postgres_server().sql("UPDATE " + schema + ".craggy_sessions SET written = 0");
  open_store(url)->create_study(testing::example_definition("other"));
  postgres_server().sql("DO $$ BEGIN ASSERT (SELECT count(*) FROM " + schema +
                        ".craggy_sessions) = 1; END $$");
}

/// A port that nobody ever answers at: its queue is full.
class BlackHole {
 public:
  BlackHole() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as sockets are used
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    sockets_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    bind(sockets_[0], plain, size);
    listen(sockets_[0], 0);
    getsockname(sockets_[0], plain, &size);
    port_ = ntohs(address.sin_port);
    for (int i = 0; i < 4; ++i) {
      sockets_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      connect(sockets_.back(), plain, size);
    }
  }
  ~BlackHole() {
    for (const int each : sockets_) close(each);
  }
  BlackHole(const BlackHole&) = delete;
  BlackHole& operator=(const BlackHole&) = delete;
  int port() const { return port_; }

 private:
  std::vector<int> sockets_;
  int port_ = 0;
};

TEST(PostgresStoreSlow, AHostThatIsSilentIsPassedOver) {
  const BlackHole hole;
  const TcpProxy proxy(postgres_server().socket());
  const std::string url = "postgresql://craggy@127.0.0.1:" + std::to_string(hole.port()) +
                          ",127.0.0.1:" + std::to_string(proxy.port()) +
                          "/postgres?sslmode=disable&gssencmode=disable";
  EXPECT_TRUE(open_store(url + "&options=-csearch_path%3D" + fresh_schema())->studies().empty());
}

/// Whether or not the server did it before the connection broke, it has to be done once.
class PostgresCommit : public ::testing::TestWithParam<TcpProxy::OnCommit> {};

TEST_P(PostgresCommit, IsDoneExactlyOnceWhenTheConnectionBreaks) {
  const std::string schema = fresh_schema();
  const StudyId study = open_store(postgres_server().url() + "&options=-csearch_path%3D" + schema)
                            ->create_study(testing::example_definition())
                            ->id;
  const TcpProxy proxy(postgres_server().socket(), GetParam());
  const auto store = open_store(url_through(proxy, schema));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(store->enqueue(study, "{}"), static_cast<TrialNumber>(i));
  for (int i = 0; i < 10; ++i) {
    const Claim claim = store->claim(study, {.worker = this_process()}).value();
    EXPECT_EQ(claim.trial.number, static_cast<TrialNumber>(i));
    EXPECT_EQ(store->tell(study, claim.trial.number, claim.attempt, {1.0 * i}), Told::accepted);
  }
  const News news = store->news(study, 0);
  ASSERT_EQ(news.trials.size(), 10u);
  for (const TrialRow& row : news.trials) EXPECT_EQ(row.num_attempts, 1u);
}

INSTANTIATE_TEST_SUITE_P(Server, PostgresCommit,
                         ::testing::Values(TcpProxy::OnCommit::break_before,
                                           TcpProxy::OnCommit::break_after));

/// Workers that evaluate trials through a proxy, while something happens to it or to the server.
class PostgresOutage : public ::testing::Test {
 protected:
  static constexpr TrialNumber num_trials = 120;

  void start_workers(const std::string& url, int count) {
    for (int i = 0; i < count; ++i)
      workers_.emplace_back([url, study = study_] {
        const auto store = open_store(url);
        ClaimRequest request{.worker = this_process(), .max_trials = num_trials};
        request.propose = [](TrialNumber, const News&) { return Proposal{"{}"}; };
        while (const auto claim = store->claim(study, request)) {
          std::this_thread::sleep_for(milliseconds(5));
          if (store->tell(study, claim->trial.number, claim->attempt, {1.0}) != Told::accepted) return 1;
        }
        return 0;
      });
  }

  void wait_for(std::size_t num_finished) {
    const auto count = [&] {
      std::size_t finished = 0;
      for (const TrialRow& row : direct_->news(study_, 0).trials) finished += row.result ? 1 : 0;
      return finished;
    };
    while (count() < num_finished) std::this_thread::sleep_for(milliseconds(5));
  }

  void expect_all_well() {
    for (Forked& worker : workers_) EXPECT_EQ(worker.wait(), 0);
    const News news = direct_->news(study_, 0);
    ASSERT_EQ(news.trials.size(), num_trials);
    for (const TrialRow& row : news.trials) {
      EXPECT_EQ(row.state, TrialState::finished);
      EXPECT_EQ(row.num_attempts, 1u);
    }
  }

  std::string schema_ = fresh_schema();
  std::shared_ptr<Store> direct_ =
      open_store(postgres_server().url() + "&options=-csearch_path%3D" + schema_);
  StudyId study_ = direct_->create_study(testing::example_definition())->id;
  std::vector<Forked> workers_;
};

TEST_F(PostgresOutage, WorkersWaitForANetworkThatStandsStill) {
  TcpProxy proxy(postgres_server().socket());
  start_workers(url_through(proxy, schema_), 4);
  wait_for(20);
  proxy.freeze();
  std::this_thread::sleep_for(full_effort() ? milliseconds(10'000) : milliseconds(1000));
  proxy.thaw();
  expect_all_well();
}

TEST_F(PostgresOutage, WorkersComeBackWhenConnectionsWereCut) {
  TcpProxy proxy(postgres_server().socket());
  start_workers(url_through(proxy, schema_), 4);
  for (const std::size_t moment : {20, 40, 60}) {
    wait_for(moment);
    proxy.kill();
    std::this_thread::sleep_for(full_effort() ? milliseconds(3000) : milliseconds(300));
    proxy.start();
  }
  expect_all_well();
}

TEST_F(PostgresOutage, WorkersComeBackAfterTheServerHasCrashed) {
  for (TrialNumber i = 0; i < num_trials / 2; ++i) direct_->enqueue(study_, "{}");  // claims of two kinds
  start_workers(postgres_server().url() + "&options=-csearch_path%3D" + schema_, 8);
  for (const std::size_t moment : {10, 25, 40, 70, 90}) {
    wait_for(moment);
    postgres_server().stop(SIGQUIT);
    std::this_thread::sleep_for(milliseconds(200));
    postgres_server().start_server();
  }
  expect_all_well();
}

TEST_F(PostgresOutage, AStoreGivesUpAfterAWhile) {
  TcpProxy proxy(postgres_server().socket());
  const auto store = open_store(url_through(proxy, schema_), {.give_up_after = milliseconds(400)});
  EXPECT_EQ(store->enqueue(study_, "{}"), 0u);
  proxy.freeze();
  EXPECT_THROW(store->enqueue(study_, "{}"), StoreUnreachable);
  proxy.thaw();
  while (store->news(study_, 0).trials.empty()) std::this_thread::sleep_for(milliseconds(5));
  EXPECT_GE(store->enqueue(study_, "{}"), 1u) << "and can be used again later";
}

TEST_F(PostgresOutage, AStoreStopsTryingWhenAskedTo) {
  TcpProxy proxy(postgres_server().socket());
  std::stop_source source;
  const auto store = open_store(url_through(proxy, schema_), {.stop = source.get_token()});
  proxy.kill();
  const std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(100));
    source.request_stop();
  });
  EXPECT_THROW(store->enqueue(study_, "{}"), Cancelled);
}

}  // namespace
}  // namespace craggy
