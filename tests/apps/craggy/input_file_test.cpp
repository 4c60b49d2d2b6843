#include "input_file.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::message_of;

TEST(InputFile, IsReadWhole) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder.path() + "/a") << "one\r\ntwo";
  EXPECT_EQ(read_input("FILE", folder.path() + "/a"), "one\r\ntwo");
}

TEST(InputFile, WhatCannotBeReadSaysWhy) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(message_of([&] { read_input("FILE", folder.path() + "/none"); }),
            "FILE is '" + folder.path() + "/none', but there is no such file");
  EXPECT_EQ(message_of([&] { read_input("FILE", folder.path()); }),
            "FILE is '" + folder.path() + "', but that is a folder, not a file");
}

}  // namespace
}  // namespace craggy::cli
