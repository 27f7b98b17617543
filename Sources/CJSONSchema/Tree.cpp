#include "Tree.hpp"

#include <functional>
#include <string>

#include "Decimal.hpp"

namespace pl {

std::string Value::pointer() const { return pointerFrom(0); }

std::string Value::pointerFrom(uint32_t ancestor) const {
  std::vector<uint32_t> way;
  for (uint32_t at = place_; at != ancestor && at != 0; at = tree_->nodes[at].parent) way.push_back(at);
  std::string text;
  for (auto step = way.rbegin(); step != way.rend(); ++step) {
    const pl_node &child = tree_->nodes[*step];
    text += '/';
    if (tree_->nodes[child.parent].kind == PL_ARRAY) {
      text += std::to_string(child.index);
      continue;
    }
    for (char c : Value(*tree_, *step).key()) {
      if (c == '~')
        text += "~0";
      else if (c == '/')
        text += "~1";
      else
        text += c;
    }
  }
  return text;
}

// Both walk recursively, and so are called for a value of bounded depth only: see Checker::enter.

static bool equalMembers(Value left, Value right) {
  bool same = true;
  // Most equal objects have their members in the same order: the next one is tried before a search is made.
  std::vector<Value> others;
  others.reserve(right.count());
  right.each([&](Value member) {
    others.push_back(member);
    return true;
  });
  size_t next = 0;
  left.each([&](Value member) {
    if (next < others.size() && others[next].key() == member.key()) {
      same = equal(member, others[next++]);
      return same;
    }
    Value other = right;
    same = right.member(member.key(), other) && equal(member, other);
    return same;
  });
  return same;
}

bool equal(Value left, Value right) {
  if (left.kind() != right.kind()) return false;
  switch (left.kind()) {
    case PL_NUMBER:
      return left.text() == right.text() || Decimal(left.text()).compare(Decimal(right.text())) == 0;
    case PL_STRING:
      return left.text() == right.text();
    case PL_ARRAY: {
      if (left.count() != right.count()) return false;
      std::vector<Value> others;
      others.reserve(right.count());
      right.each([&](Value element) {
        others.push_back(element);
        return true;
      });
      size_t next = 0;
      bool same = true;
      left.each([&](Value element) { return same = equal(element, others[next++]); });
      return same;
    }
    case PL_OBJECT:
      return left.count() == right.count() && equalMembers(left, right);
    default:
      return true;
  }
}

static uint64_t mix(uint64_t a, uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2);
  return a * 0xff51afd7ed558ccdULL;
}

uint64_t hash(Value value) {
  std::hash<std::string_view> text;
  uint64_t sum = value.kind();
  switch (value.kind()) {
    case PL_NUMBER:
      return mix(sum, Decimal(value.text()).hash());
    case PL_STRING:
      return mix(sum, text(value.text()));
    case PL_ARRAY:
      value.each([&](Value element) {
        sum = mix(sum, hash(element));
        return true;
      });
      return sum;
    case PL_OBJECT:
      value.each([&](Value member) {
        sum += mix(text(member.key()), hash(member));
        return true;
      });
      return sum;
    default:
      return mix(sum, 1);
  }
}

}  // namespace pl
