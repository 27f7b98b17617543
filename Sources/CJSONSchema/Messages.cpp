#include "Messages.hpp"

namespace pl {

static const size_t previewLimit = 60;

std::string kindName(Value value) {
  switch (value.kind()) {
    case PL_NULL:
      return "null";
    case PL_FALSE:
    case PL_TRUE:
      return "a boolean";
    case PL_NUMBER:
      return "a number";
    case PL_STRING:
      return "a string";
    case PL_ARRAY:
      return "an array";
    default:
      return "an object";
  }
}

std::string typeName(JsonType type) {
  using valijson::constraints::TypeConstraint;
  switch (type) {
    case TypeConstraint::kArray:
      return "an array";
    case TypeConstraint::kBoolean:
      return "a boolean";
    case TypeConstraint::kInteger:
      return "an integer";
    case TypeConstraint::kNull:
      return "null";
    case TypeConstraint::kNumber:
      return "a number";
    case TypeConstraint::kObject:
      return "an object";
    case TypeConstraint::kString:
      return "a string";
    default:
      return "anything";
  }
}

static void escapeInto(std::string &text, std::string_view raw, char quote) {
  static const char digits[] = "0123456789abcdef";
  for (char c : raw) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      text += "\\u00";
      text += digits[byte >> 4];
      text += digits[byte & 15];
    } else {
      if (quote == '"' && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
}

static bool write(Value value, std::string &text) {
  if (text.size() > previewLimit) return false;
  switch (value.kind()) {
    case PL_NULL:
      text += "null";
      break;
    case PL_FALSE:
      text += "false";
      break;
    case PL_TRUE:
      text += "true";
      break;
    case PL_NUMBER:
      text += value.text().substr(0, previewLimit + 4);
      break;
    case PL_STRING:
      text += '"';
      escapeInto(text, value.text().substr(0, previewLimit + 4), '"');
      text += '"';
      break;
    case PL_ARRAY:
    case PL_OBJECT: {
      bool isObject = value.isObject();
      bool first = true;
      text += isObject ? '{' : '[';
      value.each([&](Value child) {
        if (!first) text += ',';
        first = false;
        if (isObject) {
          text += '"';
          escapeInto(text, child.key().substr(0, previewLimit + 4), '"');
          text += "\":";
        }
        return write(child, text);
      });
      text += isObject ? '}' : ']';
    }
  }
  return true;
}

/// Cuts at the start of a character and says so.
static void shorten(std::string &text) {
  if (text.size() <= previewLimit) return;
  size_t end = previewLimit - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end--;
  text.resize(end);
  text += "…";
}

std::string preview(Value value) {
  std::string text;
  write(value, text);
  shorten(text);
  return text;
}

std::string quoted(std::string_view name) {
  std::string text;
  escapeInto(text, name.substr(0, previewLimit + 4), '\'');
  shorten(text);
  return "'" + text + "'";
}

std::string counted(uint64_t count, const char *one, const char *many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string alternatives(const std::vector<std::string> &texts) {
  std::string all;
  for (size_t i = 0; i < texts.size(); i++) {
    if (i > 0) all += i + 1 == texts.size() ? " or " : ", ";
    all += texts[i];
  }
  return all;
}

}  // namespace pl
