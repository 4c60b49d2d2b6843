#include "base/plain_reason.hpp"

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

namespace craggy {
namespace {

template <class Call>
std::string reason_of(const Call& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return plain_reason(error);
  }
  return "(no error)";
}

TEST(PlainReason, LeavesOurOwnErrors) {
  EXPECT_EQ(plain_reason(InvalidArgument("x is 3, but it has to be 4")), "x is 3, but it has to be 4");
}

TEST(PlainReason, SaysThatMemoryIsUsedUp) {
  const std::string reason = plain_reason(std::bad_alloc());
  EXPECT_TRUE(reason.starts_with("there is not enough memory; ")) << reason;
}

TEST(PlainReason, SaysThatThreadsAreUsedUp) {
  const std::string reason = plain_reason(std::system_error(EAGAIN, std::generic_category()));
  EXPECT_TRUE(reason.starts_with("no further thread can be started; ")) << reason;
}

TEST(PlainReason, SaysWhatTheSystemSaidOfAFile) {
  EXPECT_EQ(reason_of([] { std::filesystem::create_directory("/dev/null/no"); }),
            "/dev/null/no: Not a directory");
  EXPECT_EQ(reason_of([] { throw std::system_error(EACCES, std::generic_category(), "the folder"); }),
            "the folder: Permission denied");
}

TEST(PlainReason, CallsAFaultOfOursAFault) {
  const std::string fault = "this is a fault of craggy itself, please report it: ";
  EXPECT_TRUE(reason_of([] { std::vector<int>().at(0); }).starts_with(fault));
  EXPECT_TRUE(reason_of([] { std::get<int>(std::variant<int, char>('a')); }).starts_with(fault));
}

}  // namespace
}  // namespace craggy
