#include "charts/svg.hpp"

#include <craggy/base/error.hpp>

#include "charts/text.hpp"

namespace craggy::charts {

Attribute::Attribute(std::string_view attribute_name, double number)
    : name(attribute_name), value(short_fixed(number)) {}

void SvgWriter::begin_tag(std::string_view tag, Attributes attributes) {
  text_ += '<';
  text_ += tag;
  for (const Attribute& attribute : attributes) {
    text_ += ' ';
    text_ += attribute.name;
    text_ += "=\"";
    text_ += escaped(attribute.value);
    text_ += '"';
  }
}

void SvgWriter::open(std::string_view tag, Attributes attributes) {
  begin_tag(tag, attributes);
  text_ += ">\n";
  open_.emplace_back(tag);
}

void SvgWriter::close() {
  if (open_.empty()) throw Error("SVG: no element is open");
  text_ += "</" + open_.back() + ">\n";
  open_.pop_back();
}

void SvgWriter::empty(std::string_view tag, Attributes attributes) {
  begin_tag(tag, attributes);
  text_ += "/>\n";
}

void SvgWriter::element(std::string_view tag, Attributes attributes, std::string_view text) {
  begin_tag(tag, attributes);
  text_ += '>' + escaped(text) + "</";
  text_ += tag;
  text_ += ">\n";
}

void SvgWriter::label(Attributes attributes, std::string_view text) {
  begin_tag("text", attributes);
  text_ += '>';
  // A shift by dy holds for all that follows, so that the piece behind a lowered one shifts back. A blank at
  // the beginning of an element may be dropped: a shift by dx stands for it.
  bool low = false;
  for (const TextPiece& piece : pieces_of(text)) {
    if (piece.lowered || low) {
      const bool blank = piece.text.starts_with(' ');
      text_ += std::string("<tspan") + (blank ? " dx=\"0.3em\"" : "") + " dy=\"" +
               (piece.lowered == low ? "0" : (piece.lowered ? "0.3em" : "-0.21em")) + "\"" +
               (piece.lowered ? " font-size=\"70%\"" : "") + ">" + escaped(piece.text.substr(blank ? 1 : 0)) +
               "</tspan>";
    } else {
      text_ += escaped(piece.text);
    }
    low = piece.lowered;
  }
  text_ += "</text>\n";
}

std::string SvgWriter::finish() const {
  if (!open_.empty()) throw Error("SVG: <" + open_.back() + "> is still open");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text_;
}

void PathData::append(char command, double x, double y) {
  // A second L in a row may be left out, a space may not.
  const bool repeated = command == 'L' && last_ == 'L';
  text_ += repeated ? ' ' : command;
  text_ += short_fixed(x) + ' ' + short_fixed(y);
  last_ = command;
}

}  // namespace craggy::charts
