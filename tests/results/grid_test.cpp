#include "results/grid.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace craggy::results {
namespace {

Grid example_grid() {
  Grid grid;
  grid.caption = "Two rows & 5 %";
  grid.columns = {{"Benchmark"}, {"GP", GridAlign::right}, {"LGP", GridAlign::right}};
  grid.rows = {{{{"Höhe_1"}, {"0.7"}, {"0.896", true}}, false}, {{{"b | c"}, {"-1.5 ± 2"}, {"–"}}, true}};
  grid.strong_means = "the best";
  grid.notes = {"20 repetitions"};
  return grid;
}

TEST(Grid, PlainTextMarksBoldByAnAsterisk) {
  EXPECT_EQ(to_terminal(example_grid(), TerminalStyle::plain),
            "Two rows & 5 %\n"
            "\n"
            "Benchmark        GP    LGP\n"
            "Höhe_1          0.7  0.896*\n"
            "---------------------------\n"
            "b | c      -1.5 ± 2      –\n"
            "\n"
            "20 repetitions\n"
            "*: the best\n");
}

TEST(Grid, ATerminalShowsBold) {
  const std::string text = to_terminal(example_grid(), TerminalStyle::bold);
  EXPECT_NE(text.find("\x1b[1m0.896\x1b[0m"), std::string::npos);
  EXPECT_EQ(text.find('*'), std::string::npos);
  EXPECT_NE(text.find("\nbold: the best\n"), std::string::npos);
}

TEST(Grid, Markdown) {
  EXPECT_EQ(to_markdown(example_grid()),
            "| Benchmark | GP | LGP |\n"
            "|---|---:|---:|\n"
            "| Höhe_1 | 0.7 | **0.896** |\n"
            "| b \\| c | -1.5 ± 2 | – |\n"
            "\n"
            "- 20 repetitions\n"
            "- bold: the best\n");
}

TEST(Grid, Latex) {
  EXPECT_EQ(to_latex(example_grid()),
            "% needs \\usepackage{booktabs}\n"
            "\\begin{table}\n"
            "  \\centering\n"
            "  \\small\n"
            "  \\caption{Two rows \\& 5 \\%}\n"
            "  \\begin{tabular}{@{}lrr@{}}\n"
            "    \\toprule\n"
            "    Benchmark & GP & LGP \\\\\n"
            "    \\midrule\n"
            "    Höhe\\_1 & 0.7 & \\textbf{0.896} \\\\\n"
            "    \\midrule\n"
            "    b | c & $-$1.5 $\\pm$ 2 & -- \\\\\n"
            "    \\bottomrule\n"
            "  \\end{tabular}\n"
            "\n"
            "  \\footnotesize 20 repetitions\n"
            "\n"
            "  \\footnotesize bold: the best\n"
            "\\end{table}\n");
}

TEST(Grid, LatexHasNoSpecialCharacterLeft) {
  Grid grid;
  grid.columns = {{"\\ { } & % $ # _ ~ ^ < > ± – − ≥ ≤ σ"}};
  EXPECT_NE(to_latex(grid).find(
                "\\textbackslash{} \\{ \\} \\& \\% \\$ \\# \\_ \\textasciitilde{} \\textasciicircum{} "
                "$<$ $>$ $\\pm$ -- $-$ $\\geq$ $\\leq$ $\\sigma$"),
            std::string::npos);
}

TEST(Grid, LatexSetsSentencesAsParagraphs) {
  Grid grid;
  grid.columns = {{"Claim"}, {"Here"}, {"Evidence"}};
  grid.rows = {{{{std::string(70, 'a')}, {"yes"}, {std::string(61, 'b')}}, false}};
  EXPECT_NE(to_latex(grid).find("\\begin{tabular}{@{}p{0.42\\linewidth}lp{0.42\\linewidth}@{}}\n"),
            std::string::npos)
      << to_latex(grid);
}

TEST(Grid, CsvQuotesWhatItHasTo) {
  Grid grid;
  grid.columns = {{"name"}, {"text"}};
  grid.rows = {{{{"a"}, {"one, two"}}, false}, {{{"b"}, {"say \"no\""}}, false}};
  EXPECT_EQ(to_csv(grid), "name,text\na,\"one, two\"\nb,\"say \"\"no\"\"\"\n");
}

}  // namespace
}  // namespace craggy::results
