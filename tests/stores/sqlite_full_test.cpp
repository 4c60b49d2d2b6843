// A disk that is full for a while: on a small file system in a mount namespace of our own.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <craggy/stores/store.hpp>

#include "conformance.hpp"
#include "support/forked.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy {
namespace {

using std::chrono::milliseconds;
using testing::Forked;
using testing::message_of;
using testing::TemporaryFolder;

class SqliteFull : public ::testing::Test {
 protected:
  /// Does so in a process of its own, in which the folder is a file system with little room. The body says
  /// what is wrong.
  void on_a_small_disk(const std::function<std::string()>& body) const {
    constexpr int may_not = 77;
    Forked process([&] {
      if (unshare(CLONE_NEWNS) != 0) return may_not;
      if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return may_not;
      if (mount("small", folder_.path().c_str(), "tmpfs", 0, "size=1m") != 0) return may_not;
      const std::string wrong = body();
      if (!wrong.empty()) std::fprintf(stderr, "%s\n", wrong.c_str());
      return wrong.empty() ? 0 : 1;
    });
    const int code = process.wait();
    if (code == may_not) GTEST_SKIP() << "this user may not mount";
    EXPECT_EQ(code, 0);
  }

  void fill() const {
    std::ofstream file(ballast(), std::ios::binary);
    const std::string page(4096, 'x');
    while (file.write(page.data(), static_cast<std::streamsize>(page.size())).flush()) {
    }
  }
  /// A sentence about a file with that in its name, if there is one.
  std::string file_with(const std::string& part) const {
    for (const auto& file : std::filesystem::directory_iterator(folder_.path()))
      if (file.path().filename().string().find(part) != std::string::npos)
        return file.path().string() + " is left";
    return "";
  }
  std::string ballast() const { return folder_.path() + "/ballast"; }
  std::string path() const { return folder_.path() + "/store.db"; }

  TemporaryFolder folder_;
};

const std::string params = "{\"x\":\"" + std::string(20'000, 'x') + "\"}";

TEST_F(SqliteFull, IsWaitedFor) {
  on_a_small_disk([&]() -> std::string {
    const auto store = open_store(path());
    const StudyId study = store->create_study(testing::example_definition())->id;
    fill();
    const std::jthread later([&] {
      std::this_thread::sleep_for(milliseconds(300));
      std::filesystem::remove(ballast());
    });
    store->add(study, params, {1.0});
    if (store->news(study, 0).trials.size() != 1) return "it is stored several times";
    return std::filesystem::exists(ballast()) ? "the disk was not full" : "";
  });
}

TEST_F(SqliteFull, IsNotWaitedForForEver) {
  on_a_small_disk([&]() -> std::string {
    const auto store = open_store(path(), {.give_up_after = milliseconds(200)});
    const StudyId study = store->create_study(testing::example_definition())->id;
    fill();
    const std::string message = message_of<StoreUnreachable>([&] { store->add(study, params, {1.0}); });
    const std::string expected = "the store " + path() + " cannot be written: the disk is full, for 0.2 s";
    return message == expected ? "" : message;
  });
}

TEST_F(SqliteFull, NoPartOfACopyIsLeft) {
  on_a_small_disk([&]() -> std::string {
    const auto store = open_store(path());
    const StudyId study = store->create_study(testing::example_definition())->id;
    fill();
    std::filesystem::rename(path(), path() + ".away");
    const std::string message = message_of<StoreError>([&] { store->add(study, "{}", {1.0}); });
    if (message.find("What had been stored could not be copied") == std::string::npos) return message;
    return file_with("rescued");
  });
}

TEST_F(SqliteFull, NoPartOfABackupIsLeft) {
  on_a_small_disk([&]() -> std::string {
    const auto store = open_store(path());
    store->create_study(testing::example_definition());
    fill();
    const std::string message =
        message_of<StoreError>([&] { back_up_store(path(), folder_.path() + "/copy.db"); });
    if (message.find("the disk is full") == std::string::npos) return message;
    return file_with("copy");
  });
}

TEST_F(SqliteFull, IsSaidAtOnceWhenAStoreIsMade) {
  on_a_small_disk([&]() -> std::string {
    fill();
    const std::string message = message_of<StoreError>([&] { open_store(path()); });
    return message.find(path()) == std::string::npos ? message : "";
  });
}

}  // namespace
}  // namespace craggy
