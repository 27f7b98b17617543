#pragma once

// JSON Schema on valijson's model of a schema, in C. No exception leaves these functions, no C++ type is in them.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PL_NULL, PL_FALSE, PL_TRUE, PL_NUMBER, PL_STRING, PL_ARRAY, PL_OBJECT };

/// One value of a tree. The nodes of a tree stand in the order of its text: a node, then what it holds.
typedef struct {
  /// The text of a string in UTF-8, or of a number as JSON writes it, as a range of the tree's bytes.
  uint32_t text;
  uint32_t textLength;
  /// A member's key, in the same way.
  uint32_t key;
  uint32_t keyLength;
  /// The place of the node after this one and all it holds.
  uint32_t end;
  /// The place of the array or object that holds it; its own for the first node.
  uint32_t parent;
  /// From 0, within that array or object.
  uint32_t index;
  /// How many elements or members it holds.
  uint32_t count;
  uint8_t kind;
} pl_node;

/// Borrowed: nothing here outlives the call it is given to.
typedef struct {
  const pl_node *nodes;
  uint32_t count;
  const char *bytes;
} pl_tree;

typedef struct pl_schema pl_schema;
typedef struct pl_violations pl_violations;

/// Says whether a string matches a pattern: 1, 0, or -1 where finding out would take too long.
/// Called on the thread that validates or, for a very deep value, on another one while that waits.
typedef int (*pl_matcher)(void *context, uint32_t pattern, const char *text, size_t length);

/// Builds schemas from their linked form: an array with an object for each.
///
/// Keywords have their draft 7 names; where a subschema is wanted stands the number of its place in the array, and
/// where a pattern is wanted a number that the matcher knows. `place` is what `pl_violation` gives as the place of the
/// schema, `never` (true) marks the schema `false`. The tree is copied.
///
/// NULL where memory is short or the form is not as told. Any number of threads may use the result at once.
pl_schema *pl_schema_new(pl_tree linked);
void pl_schema_free(pl_schema *schema);

/// Every violation of the schema with the number `root`, ordered by place in the value; empty for a value that fits, NULL
/// where memory is short or there is no such schema.
pl_violations *pl_schema_validate(const pl_schema *schema, uint32_t root, pl_tree value, pl_matcher matches,
                                  void *context);
void pl_violations_free(pl_violations *violations);

typedef struct {
  const char *text;
  size_t length;
} pl_text;

typedef struct {
  /// The place in the value, a JSON pointer.
  pl_text pointer;
  pl_text message;
  pl_text keyword;
  /// The schema's `place`.
  pl_text schema;
} pl_violation;

size_t pl_violations_count(const pl_violations *violations);
/// Valid until the violations are freed.
pl_violation pl_violations_at(const pl_violations *violations, size_t index);

#ifdef __cplusplus
}
#endif
