#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/url.hpp>

#include "support/message_of.hpp"
#include "support/property.hpp"

namespace craggy {
namespace {

using testing::message_of;

TEST(StoreUrl, Files) {
  EXPECT_EQ(parse_store_url("sqlite:///tune.db"), StoreUrl(SqliteUrl{"tune.db"}));
  EXPECT_EQ(parse_store_url("sqlite:///a folder/tune%20.sqlite3"),
            StoreUrl(SqliteUrl{"a folder/tune%20.sqlite3"}));
  EXPECT_EQ(parse_store_url("sqlite:////var/tune.db"), StoreUrl(SqliteUrl{"/var/tune.db"}));
  EXPECT_EQ(parse_store_url("tune.db"), StoreUrl(SqliteUrl{"tune.db"}));
  EXPECT_EQ(parse_store_url("/var/tune.db"), StoreUrl(SqliteUrl{"/var/tune.db"}));
  EXPECT_EQ(parse_store_url("memory:"), StoreUrl(MemoryUrl{}));
}

TEST(StoreUrl, Servers) {
  for (const std::string text :
       {"postgresql://", "postgres:///tune", "postgresql://me@host/tune",
        "postgresql://me:p%40ss@host:5433/tune", "postgresql://me@[::1]:5433/tune?sslmode=require",
        "postgresql://h1:1,h2:2/tune", "postgresql://me@/tune?host=/run"})
    EXPECT_EQ(parse_store_url(text), StoreUrl(PostgresUrl{text})) << text;
}

TEST(StoreUrl, MistakesAreNamed) {
  const auto message_for = [](const std::string& text) { return message_of([&] { parse_store_url(text); }); };
  EXPECT_EQ(message_for(""),
            "the store is empty, but it has to be sqlite:///FILE, a path that ends in .db, "
            "postgresql://USER@HOST/DATABASE, or memory:");
  EXPECT_EQ(message_for("sqlite://tune.db"),
            "the store is 'sqlite://tune.db', but a file is given with three slashes, as in "
            "sqlite:///tune.db, or with "
            "four if its path is absolute");
  EXPECT_EQ(message_for("sqlite:///"), "the store is 'sqlite:///', but it has to name a file");
  EXPECT_EQ(message_for("sqlite:///folder/"), "the store is 'sqlite:///folder/', but it has to name a file");
  EXPECT_EQ(message_for("sqlite:///:memory:"),
            "the store is 'sqlite:///:memory:', but it has to name a file");
  EXPECT_NE(message_for("sqlite:///file:x.db?mode=memory"), "(no error)");
  EXPECT_NE(message_for("file:x.db"), "(no error)");
  EXPECT_NE(message_for("tune.sqlite").find("it has to be sqlite:///FILE"), std::string::npos);
  EXPECT_NE(message_for("mysql://host/tune").find("it has to be sqlite:///FILE"), std::string::npos);
  EXPECT_NE(message_for("tu\nne.db").find("control characters"), std::string::npos);
  EXPECT_NE(message_for("tune\xff.db").find("UTF-8"), std::string::npos);
  EXPECT_NE(message_for(std::string("tune\0.db", 8)).find("control characters"), std::string::npos);
  EXPECT_NE(message_for("postgresql://me%2@host/tune").find("two hexadecimal digits"), std::string::npos);
  EXPECT_NE(message_for("postgresql://me%00@host/tune").find("two hexadecimal digits"), std::string::npos);
  EXPECT_NE(message_for("postgresql://host:port/tune").find("HOST:PORT"), std::string::npos);
}

TEST(StoreUrl, PasswordsAreNotShown) {
  EXPECT_EQ(redacted("postgresql://me:secret@host:5432/tune"), "postgresql://me:***@host:5432/tune");
  EXPECT_EQ(redacted("postgresql://:secret@host/tune"), "postgresql://:***@host/tune");
  EXPECT_EQ(redacted("postgresql://me@host:5432/tune?sslmode=require"),
            "postgresql://me@host:5432/tune?sslmode=require");
  EXPECT_EQ(redacted("postgresql://host/tune?user=me&password=secret&sslmode=require"),
            "postgresql://host/tune?user=me&password=***&sslmode=require");
  EXPECT_EQ(redacted("postgresql://host/tune?PassWord=sec@ret"), "postgresql://host/tune?PassWord=***");
  EXPECT_EQ(redacted("postgresql://host/tune?p%61ssword=secret"), "postgresql://host/tune?p%61ssword=***");
  EXPECT_EQ(redacted("sqlite:///tune.db"), "sqlite:///tune.db");
  EXPECT_EQ(redacted("host=h password=secret"), "***");
  EXPECT_EQ(redacted("memory:"), "memory:");
  // Passwords that should have been written with % and were not.
  for (const std::string url :
       {"postgresql://me:sec@ret@host/tune", "postgresql://me:sec/ret@host/tune",
        "postgresql://me:sec?ret@host/tune", "postgresql://me:sec:ret@host/tune",
        "postgresql://me:sec%ret@host/tune", "postgres://me:sec ret@host/tune", "mysql://me:secret@host/tune",
        "POSTGRESQL://me:secret@host/tune", "sqlite://me:secret@host/tune"}) {
    const std::string shown = redacted(url) + message_of([&] { parse_store_url(url); });
    EXPECT_EQ(shown.find("sec"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("ret"), std::string::npos) << shown;
  }
}

TEST(StoreUrl, PasswordsInTextsThatAreNoUrlsAreNotShown) {
  const auto message_for = [](const std::string& text) { return message_of([&] { parse_store_url(text); }); };
  EXPECT_TRUE(
      message_for("postgresql://me:secret/tune").starts_with("the store is 'postgresql://me:***', but"));
  EXPECT_TRUE(
      message_for("postgresql:me:secret@host/tune").starts_with("the store is 'postgresql:me:***', but"));
  EXPECT_TRUE(message_for("me:secret@host/tune").starts_with("the store is 'me:***', but"));
}

TEST(StoreUrl, AnyTextIsParsedOrRefused) {
  testing::expect_property([] {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "sqlite:", "postgresql://", "postgres://", "/", "@", ":", "?", "&", "=", "%", "%41", "secret",
        "password", ".db", ",", "[", "]", "\xff", " ", "5432", "memory:", "x"));
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    try {
      parse_store_url(text);
    } catch (const InvalidArgument& error) {
      // What comes after a colon may be a password, but for that of the scheme and those of a file's name.
      const std::size_t scheme_end = text.find(':');
      const std::size_t colon =
          scheme_end == std::string::npos ? std::string::npos : text.find(':', scheme_end + 1);
      const bool may_show = text.starts_with("sqlite:///") || text.find("secret") < colon;
      RC_ASSERT(may_show || std::string(error.what()).find("secret") == std::string::npos);
    }
    redacted(text);
  });
}

TEST(StoreUrl, NoPasswordOfAWellFormedUrlIsEverShown) {
  testing::expect_property([] {
    const auto text = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab1.-_")));
    const std::string password =
        "QQ" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string("xyz!$~%"))) + "QQ";
    std::string coded;
    for (const char c : password) coded += c == '%' ? std::string("%25") : std::string(1, c);
    const std::string url = "postgresql://" + *text + ":" + coded + "@" + *text + "/" + *text +
                            *rc::gen::element<std::string>("", "?sslmode=require", "?password=" + coded);
    RC_ASSERT(redacted(url).find("QQ") == std::string::npos);
    parse_store_url(url);
  });
}

}  // namespace
}  // namespace craggy
