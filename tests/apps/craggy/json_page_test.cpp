// What docs/json.md shows is what the program prints, and that is as docs/schema.json says.
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "../../runs/made_up_study.hpp"
#include "runs/verdicts_json.hpp"
#include "study_fixture.hpp"
#include "support/json_schema.hpp"

namespace craggy::cli {
namespace {

using craggy::testing::JsonSchema;
using nlohmann::json;

std::string page_text(const std::string& name) {
  std::ifstream file(std::string(CRAGGY_DOCS) + "/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

JsonSchema schema() { return JsonSchema(json::parse(page_text("schema.json"))); }

// The words of a command line of the page, without "craggy": blanks stand between them, apostrophes around
// those that have some.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
      word = word.value_or("");
    } else if (c == ' ' && !quoted) {
      if (word) words.push_back(*word);
      word.reset();
    } else {
      word = word.value_or("") + c;
    }
  }
  if (word) words.push_back(*word);
  words.erase(words.begin());
  return words;
}

// The lines between a first one and the next "```".
std::string block_after(const std::string& page, const std::string& first) {
  const std::size_t at = page.find(first);
  if (at == std::string::npos) return "";
  const std::size_t begin = page.find('\n', page.find("```", at)) + 1;
  return page.substr(begin, page.find("```", begin) - begin);
}

// Everything that is documented is there, but for what is different each time. A list may be cut short.
void expect_documented(const json& documented, const json& actual, const std::string& at) {
  static const std::set<std::string> volatile_keys = {"created", "started", "ended",   "seconds",
                                                      "worker",  "host",    "process", "heartbeat"};
  if (documented.is_object() && actual.is_object()) {
    for (const auto& [key, value] : documented.items()) {
      ASSERT_TRUE(actual.contains(key)) << at << "." << key;
      if (volatile_keys.contains(key))
        EXPECT_EQ(value.type() == json::value_t::string, actual[key].is_string()) << at << "." << key;
      else
        expect_documented(value, actual[key], at + "." + key);
    }
  } else if (documented.is_array() && actual.is_array()) {
    ASSERT_LE(documented.size(), actual.size()) << at;
    for (std::size_t i = 0; i < documented.size(); ++i)
      expect_documented(documented[i], actual[i], at + "[" + std::to_string(i) + "]");
  } else {
    EXPECT_EQ(documented, actual) << at;
  }
}

class JsonPage : public testing::StudyFixture {
 protected:
  void run_page() {
    std::string script = block_after(page_, "The examples are");
    for (std::size_t at = script.find("\\\n"); at != std::string::npos; at = script.find("\\\n"))
      script.erase(at, 2);
    std::stringstream lines(script);
    for (std::string line; std::getline(lines, line);) {
      const testing::Outcome outcome = craggy(words_of(line));
      ASSERT_EQ(outcome.code, 0) << line << ": " << outcome.err;
    }
  }

  std::string page_ = page_text("json.md");
};

TEST_F(JsonPage, ItsExamplesAreWhatTheProgramPrints) {
  run_page();
  std::size_t num_examples = 0;
  for (std::size_t at = page_.find("<!-- craggy "); at != std::string::npos;
       at = page_.find("<!-- craggy ", at + 1)) {
    const std::string command = page_.substr(at + 5, page_.find(" -->", at) - at - 5);
    const testing::Outcome outcome = craggy(words_of(command));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_documented(json::parse(block_after(page_, "<!-- " + command)), json::parse(outcome.out), command);
    ++num_examples;
  }
  EXPECT_GE(num_examples, 3U);
}

TEST_F(JsonPage, DocumentsAreAsTheSchemaSays) {
  run_page();
  const auto check = [&](const std::vector<std::string>& arguments, const std::string& definition) {
    const testing::Outcome outcome = craggy(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json document = json::parse(outcome.out);
    EXPECT_EQ(schema().problems(document, definition), std::vector<std::string>()) << arguments.front();
    return document;
  };
  check({"show", "tune", "--json"}, "study");
  for (const char* trial : {"0", "1", "2"}) check({"show", "tune", trial, "--json"}, "trial_view");
  check({"list", "--json"}, "list");
  const json run = check({"run", "--study", "other", "--param", "x=float(0,1)", "--param", "k=logint(1,9)",
                          "--trials", "4", "--noisy", "--optimum", "0", "--json", "--", "echo", "{x}"},
                         "study");
  EXPECT_EQ(run["stopped"], "done");
  EXPECT_EQ(run["direction"], "minimize");
  EXPECT_EQ(run["counts"]["finished"], 4);
  EXPECT_TRUE(run["recommended"].is_object());
  EXPECT_EQ(run["trials"][3]["feasible"], true);
  check({"show", "other", "3", "--json"}, "trial_view");
  const testing::Outcome lines = craggy({"run", "--study", "lines", "--param", "x=float(0,1)", "--trials",
                                         "2", "--jsonl", "--", "sh", "-c", "exit {x}"});
  std::stringstream stream(lines.out);
  for (std::string line; std::getline(stream, line);)
    EXPECT_EQ(schema().problems(json::parse(line), "line"), std::vector<std::string>());
}

TEST_F(JsonPage, SoAreThoseOfAskingTellingAndBringingData) {
  run_page();
  const auto check = [&](const std::vector<std::string>& arguments, const std::string& definition) {
    const testing::Outcome outcome = craggy(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json document = json::parse(outcome.out);
    EXPECT_EQ(schema().problems(document, definition), std::vector<std::string>()) << arguments.front();
    EXPECT_EQ(schema().unknown_keys(document, definition), std::vector<std::string>()) << arguments.front();
  };
  check({"enqueue", "tune", "--trial", "0", "--json"}, "asked");
  check({"ask", "tune", "--json"}, "asked");
  check({"tell", "tune", "3", R"({"value": 1, "constraints": [1]})", "--json"}, "told");
  check({"tell", "tune", "0", R"({"value": 1, "constraints": [1]})", "--correct", "--json"}, "told");
  check({"fail", "tune", "1", "--correct", "--json"}, "told");
  check({"create", "wide", "--from", "tune", "--param", "lr=log(1e-6,1)", "--json"}, "created");
  check({"create", "new", "--param", "x=bool", "--json"}, "created");
  check({"copy", "tune", "copy", "--json"}, "copied");
  const std::string file = folder_.path() + "/tune.csv";
  craggy({"export", "tune", "--out", file});
  check({"import", "wide", file, "--json"}, "imported");
  check({"import", "wide", file, "--again", "--dry-run", "--json"}, "imported");
  craggy({"run", "--study", "lines", "--param", "x=float(0,1)", "--trials", "1", "--", "echo", "{x}"});
  check({"logs", "lines", "0", "--json"}, "logs");
}

TEST_F(JsonPage, SoIsMinimize) {
  const json document =
      json::parse(testing::run_craggy({"minimize", "branin01", "--trials", "3", "--json"}).out);
  EXPECT_EQ(schema().problems(document, "study"), std::vector<std::string>());
  EXPECT_EQ(document["problem"], "branin01");
  EXPECT_EQ(document["stopped"], "done");
  EXPECT_EQ(document["counts"]["finished"], 3);
  EXPECT_EQ(document["trials"][2]["params"]["x1"], document["history"]["points"][2][0]);
}

TEST_F(JsonPage, NoKeyOfADocumentIsMissingInTheSchema) {
  run_page();
  const auto unknown = [&](const std::vector<std::string>& arguments, const std::string& definition) {
    return schema().unknown_keys(json::parse(craggy(arguments).out), definition);
  };
  EXPECT_EQ(unknown({"show", "tune", "--json"}, "study"),
            (std::vector<std::string>{"failed", "finished", "history", "infeasible", "running", "waiting"}))
      << "but for the deprecated ones";
}

TEST(TheJsonSchema, KnowsAllVerdicts) {
  const json definition = json::parse(page_text("schema.json"))["$defs"]["verdict"];
  EXPECT_EQ(definition["properties"]["id"]["enum"].size(), runs::all_verdict_ids.size());
  for (const runs::VerdictId id : runs::all_verdict_ids) {
    const json verdicts = runs::verdicts_json(runs::verdicts_of(runs::testing::study_with(id)));
    ASSERT_EQ(verdicts.size(), 1U) << name_of(id);
    EXPECT_EQ(schema().problems(verdicts[0], "verdict"), std::vector<std::string>());
    EXPECT_EQ(schema().unknown_keys(verdicts[0], "verdict"), std::vector<std::string>());
    // The page has a row for each, with the figures that there are.
    const std::string page = page_text("json.md");
    const std::size_t row = page.find(fmt::format("| `{}` |", name_of(id)));
    ASSERT_NE(row, std::string::npos) << name_of(id);
    for (const auto& [key, value] : verdicts[0]["evidence"].items())
      EXPECT_LT(page.find("`" + key + "`", row), page.find('\n', row)) << name_of(id) << ": " << key;
  }
}

TEST(TheJsonSchema, FindsWhatIsWrong) {
  const json good = {{"name", "x"}, {"kind", "int"}, {"text", "x=int(0,1)"}};
  json bad = good;
  bad["kind"] = "integer";
  bad["low"] = "0";
  bad.erase("text");
  EXPECT_TRUE(schema().problems(good, "parameter").empty());
  EXPECT_EQ(schema().problems(bad, "parameter").size(), 3U);
}

}  // namespace
}  // namespace craggy::cli
