#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Tree.hpp"
#include "Valijson.hpp"

struct pl_schema {
  std::vector<pl_node> nodes;
  std::string bytes;
  /// The linked form, in the memory above.
  pl_tree tree;
  valijson::Schema schema;
  /// By their numbers in the linked form.
  std::vector<const valijson::Subschema *> subschemas;
};

namespace pl {

/// Builds valijson's model from the linked form; throws std::exception where that is not as pl_schema_new tells.
std::unique_ptr<pl_schema> build(pl_tree linked);

}  // namespace pl
