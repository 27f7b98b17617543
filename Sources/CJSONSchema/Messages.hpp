#pragma once

#include <string>
#include <vector>

#include "Tree.hpp"
#include "Valijson.hpp"

namespace pl {

using JsonType = valijson::constraints::TypeConstraint::JsonType;

/// `a string`, `an object`, `null`, …
std::string kindName(Value value);
std::string typeName(JsonType type);

/// The start of the value as compact JSON.
std::string preview(Value value);

/// A name in single quotes, without anything that could disturb a terminal.
std::string quoted(std::string_view name);

/// `1 element`, `3 elements`.
std::string counted(uint64_t count, const char *one, const char *many);

/// `a`, `a or b`, `a, b or c`.
std::string alternatives(const std::vector<std::string> &texts);

}  // namespace pl
