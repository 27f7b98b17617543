#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "CJSONSchema.h"

namespace pl {

/// A value in a tree. As cheap to copy as two words; valid as long as the tree's memory is.
class Value {
 public:
  Value(const pl_tree &tree, uint32_t place) : tree_(&tree), place_(place) {}

  uint32_t place() const { return place_; }
  uint8_t kind() const { return node().kind; }
  uint32_t count() const { return node().count; }
  bool isArray() const { return kind() == PL_ARRAY; }
  bool isObject() const { return kind() == PL_OBJECT; }
  bool isString() const { return kind() == PL_STRING; }
  bool isNumber() const { return kind() == PL_NUMBER; }
  std::string_view text() const { return {tree_->bytes + node().text, node().textLength}; }
  std::string_view key() const { return {tree_->bytes + node().key, node().keyLength}; }

  /// Calls `fn` with each element or member in order, until it returns false.
  template <typename Function>
  void each(Function fn) const {
    for (uint32_t child = place_ + 1; child < node().end; child = tree_->nodes[child].end)
      if (!fn(Value(*tree_, child))) return;
  }

  /// Finds a member; `found` is set only where there is one.
  bool member(std::string_view name, Value &found) const {
    if (!isObject()) return false;
    for (uint32_t child = place_ + 1; child < node().end; child = tree_->nodes[child].end) {
      Value value(*tree_, child);
      if (value.key() == name) {
        found = value;
        return true;
      }
    }
    return false;
  }

  /// The way to it from the tree's first node, as a JSON pointer (RFC 6901).
  std::string pointer() const;
  /// The way to it from a node that holds it.
  std::string pointerFrom(uint32_t ancestor) const;

 private:
  const pl_node &node() const { return tree_->nodes[place_]; }

  const pl_tree *tree_;
  uint32_t place_;
};

/// Equality of JSON Schema: numbers by their exact value, objects whatever the order of their members.
bool equal(Value left, Value right);

/// A hash that is the same for equal values.
uint64_t hash(Value value);

}  // namespace pl
