// Writes SVG: elements and their attributes, well-formed by construction.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::charts {

struct Attribute {
  Attribute(std::string_view attribute_name, std::string attribute_value)
      : name(attribute_name), value(std::move(attribute_value)) {}
  Attribute(std::string_view attribute_name, const char* attribute_value)
      : name(attribute_name), value(attribute_value) {}
  Attribute(std::string_view attribute_name, double number);  // two decimals

  std::string_view name;
  std::string value;
};

class SvgWriter {
 public:
  using Attributes = std::initializer_list<Attribute>;

  /// Elements that follow are inside until close().
  void open(std::string_view tag, Attributes attributes);
  void close();

  void empty(std::string_view tag, Attributes attributes);
  /// Text content as it is, nothing in it is markup.
  void element(std::string_view tag, Attributes attributes, std::string_view text);
  /// A label with lowered pieces, "σ_{h}".
  void label(Attributes attributes, std::string_view text);

  /// The document; throws Error if an element is still open.
  std::string finish() const;

 private:
  void begin_tag(std::string_view tag, Attributes attributes);

  std::string text_;
  std::vector<std::string> open_;
};

/// The d of a <path>, in absolute coordinates with two decimals.
class PathData {
 public:
  void move_to(double x, double y) { append('M', x, y); }
  void line_to(double x, double y) { append('L', x, y); }
  void close() { text_ += last_ = 'Z'; }
  const std::string& str() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  void append(char command, double x, double y);
  std::string text_;
  char last_ = 0;
};

}  // namespace craggy::charts
