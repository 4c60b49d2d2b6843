// The two HTML pages around the front end: one that carries its data, and one that asks a server for them.
#pragma once

#include <string>
#include <string_view>

namespace craggy::cli {

/// What a browser gets from the server, ready to be sent.
struct PageAsset {
  std::string_view packed;  // with gzip
  std::string_view type;
};
PageAsset script_asset();
PageAsset style_asset();

/// The page of the dashboard. It names script.js and style.css beside it.
std::string dashboard_page(std::string_view version);

/// A whole page with everything in it. `data` is JSON; `summary` is HTML for those who run no scripts.
std::string report_page(std::string_view title, std::string_view data, std::string_view summary);

}  // namespace craggy::cli
