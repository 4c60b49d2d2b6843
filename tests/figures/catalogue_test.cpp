#include "figures/catalogue.hpp"

#include <set>

#include <gtest/gtest.h>

#include "charts/render.hpp"
#include "charts/xml_check.hpp"
#include "experiments/record.hpp"
#include "support/effort.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace craggy::figures {

using namespace charts;
namespace {

using testing::TemporaryFolder;
using testing::XmlElement;
using testing::XmlReader;

// A file of made-up records, three repetitions of everything.
std::string made_up_records(const TemporaryFolder& folder, const std::vector<std::string>& problems,
                            const std::vector<std::string>& methods) {
  std::string lines;
  for (const std::string& problem : problems)
    for (std::size_t m = 0; m < methods.size(); ++m)
      for (std::uint32_t repetition = 0; repetition < 3; ++repetition) {
        experiments::Record record;
        record.problem = problem;
        record.method = methods[m];
        record.repetition = repetition;
        for (int i = 0; i < 20; ++i)
          record.best.push_back(10.0 / (1.0 + i) + static_cast<double>(m) +
                                0.1 * static_cast<double>(repetition));
        lines += to_compact_line(record) + "\n";
      }
  return folder.file("made-up.jsonl", lines);
}

// What holds for every figure.
void check_document(const Figure& figure) {
  const std::string svg = render_svg(figure);
  const std::vector<XmlElement> elements = XmlReader::read(svg);
  EXPECT_LT(svg.size(), 500'000U) << figure.name;
  std::size_t titles = 0;
  for (const XmlElement& element : elements) {
    for (const auto& [attribute, value] : element.attributes)
      EXPECT_TRUE(value.find("nan") == std::string::npos && value.find("inf") == std::string::npos)
          << attribute << "=" << value;
    if (element.name == "title" || element.name == "desc") {
      ++titles;
      EXPECT_FALSE(element.text.empty()) << figure.name;
    }
    // Text begins inside the picture.
    if (element.name == "text" && element.attributes.contains("x")) {
      EXPECT_GE(std::stod(element.attributes.at("x")), 0.0);
      EXPECT_LE(std::stod(element.attributes.at("x")), figure.width);
    }
  }
  EXPECT_EQ(titles, 2U) << figure.name;
}

TEST(FigureCatalogue, HasThePapersFigures) {
  std::set<std::string> names;
  for (const FigureEntry& entry : figure_entries()) {
    names.insert(entry.name);
    EXPECT_FALSE(entry.summary.empty());
    EXPECT_FALSE(entry.shows.empty());
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"posterior-comparison", "sigma-h-sweep", "step-function", "h-star",
                                   "function-surfaces", "corrupted-holder", "robot-slices", "robot-regret"}));
}

TEST(FigureCatalogue, DrawsTheSameBytesForTheSameSeed) {
  const auto draw = [](std::uint64_t seed, ThreadPool* pool) {
    return render_svg(make_figure("posterior-comparison", {.seed = seed}, pool));
  };
  ThreadPool pool(2);
  EXPECT_EQ(draw(1, nullptr), draw(1, &pool));
  EXPECT_NE(draw(1, nullptr), draw(2, nullptr));
}

TEST(FigureCatalogue, DrawsWhatNeedsNoChains) {
  for (const char* name : {"posterior-comparison", "function-surfaces", "robot-slices"})
    check_document(make_figure(name, {}));
}

TEST(FigureCatalogue, DrawsWhatNeedsLongChains) {
  if (!testing::full_effort()) GTEST_SKIP() << "long: CRAGGY_TEST_EFFORT=full runs it";
  ThreadPool pool;
  for (const char* name : {"sigma-h-sweep", "step-function", "h-star"})
    check_document(make_figure(name, {}, &pool));
}

TEST(FigureCatalogue, StatesTheFormula) {
  const Figure figure = make_figure("posterior-comparison", {});
  EXPECT_NE(figure.description.find("x/2 − 1.2 exp(−((x − 0.75)/0.1)²)"), std::string::npos);
  EXPECT_NE(figure.note.find("x/2 − 1.2 exp(−((x − 0.75)/0.1)²)"), std::string::npos);
}

TEST(FigureCatalogue, DrawsRegretFromRecords) {
  const TemporaryFolder folder;
  const std::string records =
      made_up_records(folder, {"holder_table", "corrupted_holder_table", "robot_pushing"},
                      {"noiseless", "warped", "latent", "random"});
  const Figure holder = make_figure("corrupted-holder", {.records = records});
  check_document(holder);
  ASSERT_EQ(holder.legend.size(), 3U);  // random is not among the paper's
  EXPECT_EQ(holder.legend[1].label, "Warped GP");
  EXPECT_NE(holder.note.find("3 repetitions"), std::string::npos) << holder.note;
  EXPECT_EQ(holder.note.find("quick run"), std::string::npos) << holder.note;

  const Figure robot = make_figure("robot-regret", {.records = records});
  check_document(robot);
  const auto& chart = std::get<Chart>(robot.rows.at(0).panels.at(0).content);
  ASSERT_EQ(chart.marks.size(), 6U);  // bands below lines
  const auto& line = std::get<Line>(chart.marks.at(3));
  EXPECT_EQ(line.x.size(), 20U);
  EXPECT_DOUBLE_EQ(line.x.front(), 1.0);
  EXPECT_NEAR(line.y.front(), 10.1, 1e-9);  // the robot's reference is 0
}

TEST(FigureCatalogue, OneOfTwoProblemsIsEnoughForTheCorruptedHolder) {
  const TemporaryFolder folder;
  for (const auto& [recorded, missing] : {std::pair{"corrupted_holder_table", "holder_table"},
                                          std::pair{"holder_table", "corrupted_holder_table"}}) {
    const std::string records = made_up_records(folder, {recorded}, {"noiseless", "latent"});
    const Figure figure = make_figure("corrupted-holder", {.records = records});
    check_document(figure);
    EXPECT_EQ(figure.legend.size(), 2U);
    const std::string command = std::string("table1 --only ") + missing + " --out DIR";
    EXPECT_NE(figure.note.find(command), std::string::npos) << figure.note;
    const std::size_t empty = recorded == std::string("holder_table") ? 1 : 0;
    const auto chart = [&](std::size_t panel) {
      return std::get<Chart>(figure.rows[1].panels[panel].content);
    };
    EXPECT_TRUE(chart(empty).marks.empty());
    EXPECT_EQ(figure.rows[1].panels[empty].title, "no records");
    EXPECT_EQ(chart(1 - empty).marks.size(), 4U);
    EXPECT_EQ(chart(0).y.range.high, chart(1).y.range.high);
    EXPECT_EQ(chart(0).x.range.high, chart(1).x.range.high);
  }
}

TEST(FigureCatalogue, RunsQuicklyWithoutRecords) {
  ThreadPool pool(2);
  const Figure figure = make_figure("corrupted-holder", {.repetitions = 1, .evaluations = 3}, &pool);
  EXPECT_NE(figure.note.find("1 repetition of a quick run"), std::string::npos) << figure.note;
  EXPECT_EQ(figure.legend.size(), 6U);
}

TEST(FigureCatalogue, SaysWhatIsWrong) {
  const auto message = [](std::string_view name, const FigureOptions& options) {
    return testing::message_of([&] { make_figure(name, options); });
  };
  EXPECT_NE(message("posterior", {}).find("posterior-comparison"), std::string::npos);
  EXPECT_NE(message("robot-regret", {}).find("craggy experiment run table1 --only robot_pushing --out DIR"),
            std::string::npos);
  const TemporaryFolder folder;
  const std::string other = made_up_records(folder, {"beale"}, {"latent"});
  EXPECT_NE(
      message("robot-regret", {.records = other}).find("craggy experiment run table1 --only robot_pushing"),
      std::string::npos);
  EXPECT_NE(message("corrupted-holder", {.records = other})
                .find("craggy experiment run table1 --only "
                      "holder_table,corrupted_holder_table --out DIR"),
            std::string::npos);
  EXPECT_NE(message("robot-regret", {.records = folder.path() + "/missing"}), "(no error)");
  EXPECT_EQ(message("h-star", {.records = other}), "the figure h-star takes no records");
}

}  // namespace
}  // namespace craggy::figures
