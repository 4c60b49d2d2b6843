#include "dashboard/pages.hpp"

#include <fmt/format.h>

#include "dashboard/gzip.hpp"
#include "dashboard/html.hpp"
#include "runs/base64.hpp"
#include "web_assets.hpp"

namespace craggy::cli {
namespace {

std::string head(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
      "%3Cpath d='M2 27L9 12l4 6 5-13 5 12 3-5 4 15' fill='none' stroke='%230067a6' stroke-width='3'/%3E%3C/svg%3E\">\n",
      html_text(title));
}

}  // namespace

PageAsset script_asset() { return {embedded::app_js(), "text/javascript; charset=utf-8"}; }
PageAsset style_asset() { return {embedded::app_css(), "text/css; charset=utf-8"}; }

std::string dashboard_page(std::string_view version) {
  return head("craggy") +
         fmt::format(
             "<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n"
             "<div id=\"craggy\" data-version=\"{}\"><p>Reading the studies needs JavaScript.</p></div>\n"
             "<script src=\"script.js\" defer></script>\n</body>\n</html>\n",
             html_text(version));
}

// The policy lets this one script run and nothing be loaded, wherever the file is opened. Base64 keeps
// whatever is in the data from meaning anything to a browser.
std::string report_page(std::string_view title, std::string_view data, std::string_view summary) {
  std::string hash = unpacked(embedded::app_js_sha256());
  while (hash.ends_with('\n')) hash.pop_back();
  std::string page = head(title);
  page += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{}'; "
      "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n<style>\n",
      hash);
  page += unpacked(embedded::app_css());
  page += "</style>\n</head>\n<body>\n<div id=\"craggy\">\n";
  page += summary;
  page += "</div>\n<script type=\"application/gzip\" id=\"craggy-data\">\n";
  page += runs::to_base64(packed(data));
  page += "\n</script>\n<script>";
  page += unpacked(embedded::app_js());
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace craggy::cli
