// A reader of XML that is strict and small: enough to tell whether a document is well-formed, and to look
// into it.
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace craggy::testing {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;        // of the element itself, entities replaced
  std::size_t parent = 0;  // its place in the list; the root is its own
};

class XmlReader {
 public:
  /// All elements in the order of their opening tags. Throws std::runtime_error where the text is not
  /// well-formed.
  static std::vector<XmlElement> read(std::string_view text) {
    XmlReader reader(text);
    reader.document();
    return reader.elements_;
  }

 private:
  explicit XmlReader(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " at byte " + std::to_string(at_) + ": " +
                             std::string(text_.substr(at_, 40)));
  }
  bool done() const { return at_ >= text_.size(); }
  bool accept(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }
  void expect(std::string_view expected) {
    if (!accept(expected)) fail("expected " + std::string(expected));
  }
  void skip_blanks() {
    while (!done() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  std::string name() {
    const std::size_t begin = at_;
    while (!done() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-' ||
                       text_[at_] == ':'))
      ++at_;
    if (at_ == begin) fail("expected a name");
    return std::string(text_.substr(begin, at_ - begin));
  }

  // Up to `end`, which is not taken.
  std::string characters(char end) {
    std::string result;
    while (!done() && text_[at_] != end) {
      const char c = text_[at_];
      if (c == '<' || (static_cast<unsigned char>(c) < 0x20U && c != '\n' && c != '\t'))
        fail("a character that may not be here");
      if (c == '&') {
        static const std::map<std::string, char> entities = {
            {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
        bool known = false;
        for (const auto& [entity, character] : entities)
          if (!known && accept(entity)) {
            result += character;
            known = true;
          }
        if (!known) fail("an unknown entity");
      } else {
        result += c;
        ++at_;
      }
    }
    if (done()) fail("the text ends too early");
    return result;
  }

  void document() {
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    expect("<");
    element(0);
    skip_blanks();
    if (!done()) fail("something behind the root");
  }

  void element(std::size_t parent) {
    const std::size_t own = elements_.size();
    elements_.push_back({.name = name(), .attributes = {}, .text = {}, .parent = parent});
    while (!accept("/>")) {
      if (accept(">")) {
        content(own);
        return;
      }
      expect(" ");
      std::string attribute = name();
      expect("=\"");
      const std::string value = characters('"');
      expect("\"");
      if (!elements_[own].attributes.emplace(attribute, value).second)
        fail("the attribute " + attribute + " twice");
    }
  }

  void content(std::size_t own) {
    while (true) {
      elements_[own].text += characters('<');
      expect("<");
      if (accept("/")) {
        if (name() != elements_[own].name) fail("expected the end of " + elements_[own].name);
        expect(">");
        return;
      }
      element(own);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<XmlElement> elements_;
};

}  // namespace craggy::testing
