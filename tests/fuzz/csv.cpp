// Files of points and values.
#include "csv.hpp"

#include <sstream>

#include <craggy/base/error.hpp>

#include "fuzz/target.hpp"

void craggy::fuzz::one_input(std::string_view text) {
  for (const cli::CsvHeader header : {cli::CsvHeader::required, cli::CsvHeader::optional}) {
    try {
      std::istringstream stream{std::string(text)};
      const cli::CsvTable table = cli::read_csv(stream, "points.csv", header);
      expect(table.values.allFinite(), "numbers are finite");
      expect(static_cast<std::size_t>(table.values.cols()) == table.lines.size(), "every column has a line");
      cli::points_from(table, cli::CsvOutputs::y);
    } catch (const InvalidArgument&) {
      continue;  // said why
    }
  }
}
