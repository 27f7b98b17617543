#include "CJSONSchema.h"

#include <exception>
#include <memory>
#include <new>

#include "Builder.hpp"
#include "Checker.hpp"
#include "Stack.hpp"

struct pl_violations {
  struct Entry {
    std::string pointer, message, schema;
    const char *keyword;
  };
  std::vector<Entry> entries;
};

pl_schema *pl_schema_new(pl_tree linked) {
  try {
    return pl::build(linked).release();
  } catch (...) {
    return nullptr;
  }
}

void pl_schema_free(pl_schema *schema) { delete schema; }

static std::vector<pl::Violation> check(const pl::Subschema *root, const pl_tree &value, const pl::Matcher &matcher) {
  std::vector<pl::Violation> found;
  try {
    pl::withDeepStack([&] {
      found.clear();
      pl::Checker(pl::Value(value, 0), value, matcher).check(*root, pl::Value(value, 0), &found);
    });
  } catch (const pl::StackShort &) {
    found.clear();
    found.push_back({0, root, "type", "is nested too deeply to be checked"});
  }
  pl::arrange(found);
  return found;
}

pl_violations *pl_schema_validate(const pl_schema *schema, uint32_t root, pl_tree value, pl_matcher matches,
                                  void *context) {
  try {
    std::unique_ptr<pl_violations> result(new pl_violations());
    const pl::Matcher matcher = {matches, context};
    for (pl::Violation &violation : check(schema->subschemas.at(root), value, matcher))
      result->entries.push_back({pl::Value(value, violation.place).pointer(), std::move(violation.message),
                                 violation.schema->hasDescription() ? violation.schema->getDescription() : "",
                                 violation.keyword});
    return result.release();
  } catch (...) {
    return nullptr;
  }
}

void pl_violations_free(pl_violations *violations) { delete violations; }

size_t pl_violations_count(const pl_violations *violations) { return violations->entries.size(); }

static pl_text textOf(const std::string &text) { return {text.data(), text.size()}; }

pl_violation pl_violations_at(const pl_violations *violations, size_t index) {
  const pl_violations::Entry &entry = violations->entries[index];
  return {textOf(entry.pointer), textOf(entry.message), {entry.keyword, std::char_traits<char>::length(entry.keyword)},
          textOf(entry.schema)};
}
