#include "Checker.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include "Messages.hpp"
#include "Stack.hpp"

namespace pl {

bool Checker::check(const Subschema &schema, Value value, std::vector<Violation> *sink) {
  checkStack();
  const Value outerValue = value_;
  const Subschema *outerSchema = schema_;
  std::vector<Violation> *outerSink = sink_;
  value_ = value;
  schema_ = &schema;
  sink_ = sink;

  bool fine;
  if (schema.getAlwaysInvalid()) {
    fine = fail("false", [] { return std::string("is not allowed here"); });
  } else {
    Subschema::ApplyFunction apply([this](const valijson::constraints::Constraint &one) { return one.accept(*this); });
    fine = sink ? schema.apply(apply) : schema.applyStrict(apply);
  }

  value_ = outerValue;
  schema_ = outerSchema;
  sink_ = outerSink;
  return fine;
}

// What a value is

bool Checker::visit(const TypeConstraint &constraint) {
  bool fine = false;
  constraint.applyToNamedTypes([&](JsonType type) {
    switch (type) {
      case TypeConstraint::kArray:
        fine = value_.isArray();
        break;
      case TypeConstraint::kBoolean:
        fine = value_.kind() == PL_TRUE || value_.kind() == PL_FALSE;
        break;
      case TypeConstraint::kInteger:
        fine = value_.isNumber() && (value_.text().find_first_of(".eE") == std::string_view::npos ||
                                     Decimal(value_.text()).isInteger());
        break;
      case TypeConstraint::kNull:
        fine = value_.kind() == PL_NULL;
        break;
      case TypeConstraint::kNumber:
        fine = value_.isNumber();
        break;
      case TypeConstraint::kObject:
        fine = value_.isObject();
        break;
      case TypeConstraint::kString:
        fine = value_.isString();
        break;
      default:
        fine = true;
    }
    return !fine;
  });
  if (fine) return true;
  return fail("type", [&] {
    std::vector<std::string> wanted;
    constraint.applyToNamedTypes([&](JsonType type) {
      wanted.push_back(typeName(type));
      return true;
    });
    std::string found = value_.isNumber() ? preview(value_) : kindName(value_);
    return "is " + found + " where " + alternatives(wanted) + " is wanted";
  });
}

bool Checker::visitOwn(const OneOfValues &constraint) {
  for (const Value &value : constraint.values)
    if (equal(value, value_)) return true;
  if (constraint.isConst)
    return fail("const",
                [&] { return "is " + preview(value_) + " where " + preview(constraint.values[0]) + " is wanted"; });
  return fail("enum", [&] {
    std::vector<std::string> wanted;
    for (const Value &value : constraint.values) {
      if (wanted.size() == 10) {
        wanted.push_back("one of " + std::to_string(constraint.values.size() - 10) + " more");
        break;
      }
      wanted.push_back(preview(value));
    }
    if (wanted.empty()) return std::string("is not allowed: 'enum' lists no value");
    return "is " + preview(value_) + " where " + alternatives(wanted) + " is wanted";
  });
}

// Numbers

bool Checker::visitOwn(const Limit &limit) {
  if (!value_.isNumber()) return true;
  int order = Decimal(value_.text()).compare(limit.value);
  if (limit.upper) order = -order;
  if (order > 0 || (order == 0 && !limit.exclusive)) return true;
  const char *keyword = limit.upper ? (limit.exclusive ? "exclusiveMaximum" : "maximum")
                                    : (limit.exclusive ? "exclusiveMinimum" : "minimum");
  return fail(keyword, [&] {
    std::string start = "is " + preview(value_) + " where ";
    if (limit.exclusive) return start + (limit.upper ? "less" : "more") + " than " + limit.text + " is wanted";
    return start + "at " + (limit.upper ? "most " : "least ") + limit.text + " is wanted";
  });
}

bool Checker::visitOwn(const MultipleOf &constraint) {
  if (!value_.isNumber() || Decimal(value_.text()).isMultipleOf(constraint.divisor)) return true;
  return fail("multipleOf",
              [&] { return "is " + preview(value_) + " where a multiple of " + constraint.text + " is wanted"; });
}

// Strings

static uint64_t characters(std::string_view text) {
  return static_cast<uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

static std::string sizeMessage(uint64_t found, const char *bound, uint64_t wanted, const char *one, const char *many) {
  return "has " + counted(found, one, many) + " where at " + bound + " " + std::to_string(wanted) +
         (wanted == 1 ? " is wanted" : " are wanted");
}

bool Checker::visit(const MinLengthConstraint &constraint) {
  if (!value_.isString()) return true;
  uint64_t found = characters(value_.text());
  if (found >= constraint.getMinLength()) return true;
  return fail("minLength",
              [&] { return sizeMessage(found, "least", constraint.getMinLength(), "character", "characters"); });
}

bool Checker::visit(const MaxLengthConstraint &constraint) {
  if (!value_.isString()) return true;
  uint64_t found = characters(value_.text());
  if (found <= constraint.getMaxLength()) return true;
  return fail("maxLength",
              [&] { return sizeMessage(found, "most", constraint.getMaxLength(), "character", "characters"); });
}

bool Checker::visitOwn(const Pattern &pattern) {
  if (!value_.isString()) return true;
  int result = matches(pattern.number, value_.text());
  if (result == 1) return true;
  return fail("pattern", [&] {
    return (result == 0 ? "is " + preview(value_) + ", which does not match the pattern "
                        : std::string("takes too long to compare with the pattern ")) +
           quoted(pattern.source);
  });
}

// Arrays

bool Checker::visit(const MinItemsConstraint &constraint) {
  if (!value_.isArray() || value_.count() >= constraint.getMinItems()) return true;
  return fail("minItems",
              [&] { return sizeMessage(value_.count(), "least", constraint.getMinItems(), "element", "elements"); });
}

bool Checker::visit(const MaxItemsConstraint &constraint) {
  if (!value_.isArray() || value_.count() <= constraint.getMaxItems()) return true;
  return fail("maxItems",
              [&] { return sizeMessage(value_.count(), "most", constraint.getMaxItems(), "element", "elements"); });
}

bool Checker::visit(const SingularItemsConstraint &constraint) {
  if (!value_.isArray()) return true;
  bool fine = true;
  value_.each([&](Value element) {
    fine = check(*constraint.getItemsSubschema(), element, sink_) && fine;
    return goesOn(fine);
  });
  return fine;
}

bool Checker::visit(const LinearItemsConstraint &constraint) {
  if (!value_.isArray()) return true;
  std::vector<const Subschema *> schemas;
  constraint.applyToItemSubschemas([&](unsigned, const Subschema *schema) {
    schemas.push_back(schema);
    return true;
  });
  bool fine = true;
  size_t next = 0;
  value_.each([&](Value element) {
    const Subschema *schema = next < schemas.size() ? schemas[next] : constraint.getAdditionalItemsSubschema();
    next++;
    if (!schema) return false;
    fine = check(*schema, element, sink_) && fine;
    return goesOn(fine);
  });
  return fine;
}

bool Checker::visit(const ContainsConstraint &constraint) {
  if (!value_.isArray()) return true;
  bool found = false;
  value_.each([&](Value element) {
    found = fits(*constraint.getSubschema(), element);
    return !found;
  });
  if (found) return true;
  return fail("contains", [] { return std::string("has no element of the form that 'contains' wants"); });
}

bool Checker::visit(const UniqueItemsConstraint &) {
  if (!value_.isArray()) return true;
  std::vector<std::pair<uint64_t, Value>> elements;
  elements.reserve(value_.count());
  std::unordered_map<uint64_t, std::vector<size_t>> seen;
  seen.reserve(value_.count());
  size_t first = 0, second = 0;
  bool fine = true;
  value_.each([&](Value element) {
    uint64_t sum = hash(element);
    std::vector<size_t> &same = seen[sum];
    for (size_t other : same) {
      if (!equal(elements[other].second, element)) continue;
      first = other;
      second = elements.size();
      fine = false;
      return false;
    }
    same.push_back(elements.size());
    elements.emplace_back(sum, element);
    return true;
  });
  if (fine) return true;
  return fail("uniqueItems", [&] {
    return "has equal elements at " + std::to_string(first) + " and " + std::to_string(second) +
           " where each must differ";
  });
}

// Objects

bool Checker::visit(const MinPropertiesConstraint &constraint) {
  if (!value_.isObject() || value_.count() >= constraint.getMinProperties()) return true;
  return fail("minProperties", [&] {
    return sizeMessage(value_.count(), "least", constraint.getMinProperties(), "property", "properties");
  });
}

bool Checker::visit(const MaxPropertiesConstraint &constraint) {
  if (!value_.isObject() || value_.count() <= constraint.getMaxProperties()) return true;
  return fail("maxProperties", [&] {
    return sizeMessage(value_.count(), "most", constraint.getMaxProperties(), "property", "properties");
  });
}

bool Checker::visitOwn(const Required &required) {
  if (!value_.isObject()) return true;
  bool fine = true;
  Value found = value_;
  for (const std::string &name : required.names) {
    if (value_.member(name, found)) continue;
    fine = fail("required", [&] { return "is missing the property " + quoted(name); });
    if (!goesOn(fine)) return false;
  }
  return fine;
}

bool Checker::visit(const PropertiesConstraint &constraint) {
  if (!value_.isObject()) return true;
  const Value object = value_;
  bool fine = true;
  std::vector<Value> members;
  members.reserve(object.count());
  // Where both are large, looking each name up by going through all members would take long.
  std::unordered_map<std::string_view, size_t> places;
  object.each([&](Value member) {
    members.push_back(member);
    return true;
  });
  if (members.size() > 24) {
    places.reserve(members.size());
    for (size_t i = 0; i < members.size(); i++) places.emplace(members[i].key(), i);
  }
  auto find = [&](std::string_view name) -> size_t {
    if (members.size() > 24) {
      auto found = places.find(name);
      return found == places.end() ? members.size() : found->second;
    }
    for (size_t i = 0; i < members.size(); i++)
      if (members[i].key() == name) return i;
    return members.size();
  };

  std::vector<bool> known(members.size());
  constraint.applyToProperties([&](const auto &name, const Subschema *schema) {
    std::string_view text(name.data(), name.size());
    size_t at = text.find('\x01') == std::string_view::npos ? find(text) : find(unescapedName(text));
    if (at == members.size()) return true;
    known[at] = true;
    fine = check(*schema, members[at], sink_) && fine;
    return goesOn(fine);
  });
  if (!goesOn(fine)) return false;

  constraint.applyToPatternProperties([&](const auto &number, const Subschema *schema) {
    uint32_t pattern = static_cast<uint32_t>(std::stoul(std::string(number.data(), number.size())));
    for (size_t i = 0; i < members.size(); i++) {
      int result = matches(pattern, members[i].key());
      if (result == 0) continue;
      known[i] = true;
      if (result == 1)
        fine = check(*schema, members[i], sink_) && fine;
      else
        fine = fail("patternProperties", [&] {
          return "has the property " + quoted(members[i].key()) + ", whose name takes too long to compare with a pattern";
        });
      if (!goesOn(fine)) return false;
    }
    return true;
  });
  if (!goesOn(fine)) return false;

  const Subschema *others = constraint.getAdditionalPropertiesSubschema();
  if (!others) return fine;
  for (size_t i = 0; i < members.size(); i++) {
    if (known[i]) continue;
    if (others->getAlwaysInvalid()) {
      if (sink_)
        sink_->push_back({members[i].place(), schema_, "additionalProperties", "is a property that is not allowed"});
      fine = false;
    } else {
      fine = check(*others, members[i], sink_) && fine;
    }
    if (!goesOn(fine)) return false;
  }
  return fine;
}

bool Checker::visit(const PropertyNamesConstraint &constraint) {
  if (!value_.isObject()) return true;
  bool fine = true;
  value_.each([&](Value member) {
    // The name becomes a value of its own.
    const std::string_view name = member.key();
    const pl_node node = {0, static_cast<uint32_t>(name.size()), 0, 0, 1, 0, 0, 0, PL_STRING};
    const pl_tree tree = {&node, 1, name.data()};
    std::vector<Violation> faults;
    Checker checker(Value(tree, 0), tree, matcher_);
    if (checker.check(*constraint.getSubschema(), Value(tree, 0), sink_ ? &faults : nullptr)) return true;
    fine = false;
    for (Violation &fault : faults)
      sink_->push_back({member.place(), fault.schema, fault.keyword, "has a name that " + fault.message});
    return goesOn(fine);
  });
  return fine;
}

bool Checker::visit(const DependenciesConstraint &constraint) {
  if (!value_.isObject()) return true;
  bool fine = true;
  Value found = value_;
  auto has = [&](const auto &name) {
    return value_.member(unescapedName(std::string_view(name.data(), name.size())), found);
  };
  constraint.applyToPropertyDependencies([&](const auto &name, const auto &needed) {
    if (!has(name)) return true;
    for (const auto &other : needed) {
      if (has(other)) continue;
      fine = fail("dependencies", [&] {
        return "is missing the property " + quoted(unescapedName({other.data(), other.size()})) + ", which " +
               quoted(unescapedName({name.data(), name.size()})) + " needs";
      });
      if (!goesOn(fine)) return false;
    }
    return true;
  });
  if (!goesOn(fine)) return false;
  constraint.applyToSchemaDependencies([&](const auto &name, const Subschema *schema) {
    if (!has(name)) return true;
    if (schema->getAlwaysInvalid()) {
      fine = fail("dependencies", [&] {
        return "has the property " + quoted(unescapedName({name.data(), name.size()})) + ", which is not allowed";
      });
    } else {
      fine = also(*schema) && fine;
    }
    return goesOn(fine);
  });
  return fine;
}

void arrange(std::vector<Violation> &violations) {
  std::vector<size_t> order(violations.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t left, size_t right) {
    return std::tie(violations[left].place, left) < std::tie(violations[right].place, right);
  });
  // The same thing may be said twice, by two ways to one schema or by two schemas.
  std::set<std::tuple<uint32_t, std::string>> seen;
  std::vector<Violation> kept;
  kept.reserve(violations.size());
  for (size_t i : order)
    if (seen.emplace(violations[i].place, violations[i].message).second) kept.push_back(std::move(violations[i]));
  violations = std::move(kept);
}

}  // namespace pl
