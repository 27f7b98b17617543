#include "Builder.hpp"

#include <algorithm>
#include <stdexcept>

#include "OwnConstraints.hpp"

namespace pl {

using namespace valijson::constraints;
using valijson::Subschema;

std::string escapedName(std::string_view name) {
  std::string escaped;
  for (char c : name) {
    if (c != '\0' && c != '\x01') {
      escaped += c;
      continue;
    }
    escaped += '\x01';
    escaped += c == '\0' ? '0' : '1';
  }
  return escaped;
}

std::string unescapedName(std::string_view name) {
  std::string plain;
  for (size_t i = 0; i < name.size(); i++) {
    if (name[i] == '\x01' && i + 1 < name.size())
      plain += name[++i] == '0' ? '\0' : '\x01';
    else
      plain += name[i];
  }
  return plain;
}

namespace {

class Builder {
 public:
  explicit Builder(pl_schema &into) : into_(into) {}

  void build() {
    Value all(into_.tree, 0);
    all.each([&](Value) {
      into_.subschemas.push_back(into_.schema.createSubschema());
      return true;
    });
    size_t next = 0;
    all.each([&](Value schema) {
      fill(into_.subschemas[next++], schema);
      return true;
    });
  }

 private:
  const Subschema *schema(Value number) { return into_.subschemas.at(count(number)); }

  static uint64_t count(Value number) { return std::stoull(std::string(number.text())); }

  template <typename Constraint>
  Constraint withSchemas(Value list) {
    Constraint constraint;
    list.each([&](Value number) {
      constraint.addSubschema(schema(number));
      return true;
    });
    return constraint;
  }

  template <typename Constraint>
  Constraint withSchema(Value number) {
    Constraint constraint;
    constraint.setSubschema(schema(number));
    return constraint;
  }

  void add(const Constraint &constraint) { into_.schema.addConstraintToSubschema(constraint, target_); }

  void fill(const Subschema *target, Value object) {
    target_ = target;
    bool propertiesDone = false;
    object.each([&](Value member) {
      const std::string_view keyword = member.key();
      if (keyword == "place") {
        into_.schema.setSubschemaDescription(target, std::string(member.text()));
      } else if (keyword == "never") {
        into_.schema.setAlwaysInvalid(target, true);
      } else if (keyword == "properties" || keyword == "patternProperties" || keyword == "additionalProperties") {
        if (!propertiesDone) addProperties(object);
        propertiesDone = true;
      } else {
        addObjectKeyword(keyword, member) || addNumberKeyword(keyword, member) || addSizeKeyword(keyword, member) ||
            addChoiceKeyword(keyword, member, object);
      }
      return true;
    });
  }

  void addProperties(Value object) {
    PropertiesConstraint constraint;
    Value found = object;
    if (object.member("properties", found))
      found.each([&](Value member) {
        constraint.addPropertySubschema(escapedName(member.key()), schema(member));
        return true;
      });
    if (object.member("patternProperties", found))
      found.each([&](Value member) {
        constraint.addPatternPropertySubschema(std::string(member.key()), schema(member));
        return true;
      });
    if (object.member("additionalProperties", found)) constraint.setAdditionalPropertiesSubschema(schema(found));
    add(constraint);
  }

  bool addObjectKeyword(std::string_view keyword, Value value) {
    if (keyword == "required") {
      Required constraint;
      value.each([&](Value name) {
        constraint.names.emplace_back(name.text());
        return true;
      });
      add(constraint);
    } else if (keyword == "propertyNames") {
      add(withSchema<PropertyNamesConstraint>(value));
    } else if (keyword == "dependencies") {
      DependenciesConstraint constraint;
      value.each([&](Value member) {
        const std::string name = escapedName(member.key());
        if (member.isArray())
          member.each([&](Value other) {
            constraint.addPropertyDependency(name, escapedName(other.text()));
            return true;
          });
        else
          constraint.addSchemaDependency(name, schema(member));
        return true;
      });
      add(constraint);
    } else {
      return false;
    }
    return true;
  }

  bool addNumberKeyword(std::string_view keyword, Value value) {
    if (keyword == "multipleOf") {
      MultipleOf constraint;
      constraint.divisor = Decimal(value.text());
      constraint.text = value.text();
      add(constraint);
      return true;
    }
    Limit limit;
    if (keyword == "maximum" || keyword == "exclusiveMaximum")
      limit.upper = true;
    else if (keyword != "minimum" && keyword != "exclusiveMinimum")
      return false;
    limit.exclusive = keyword.size() > 7;
    limit.value = Decimal(value.text());
    limit.text = value.text();
    add(limit);
    return true;
  }

  bool addSizeKeyword(std::string_view keyword, Value value) {
    if (keyword == "minLength") {
      MinLengthConstraint constraint;
      constraint.setMinLength(count(value));
      add(constraint);
    } else if (keyword == "maxLength") {
      MaxLengthConstraint constraint;
      constraint.setMaxLength(count(value));
      add(constraint);
    } else if (keyword == "minItems") {
      MinItemsConstraint constraint;
      constraint.setMinItems(count(value));
      add(constraint);
    } else if (keyword == "maxItems") {
      MaxItemsConstraint constraint;
      constraint.setMaxItems(count(value));
      add(constraint);
    } else if (keyword == "minProperties") {
      MinPropertiesConstraint constraint;
      constraint.setMinProperties(count(value));
      add(constraint);
    } else if (keyword == "maxProperties") {
      MaxPropertiesConstraint constraint;
      constraint.setMaxProperties(count(value));
      add(constraint);
    } else {
      return false;
    }
    return true;
  }

  bool addChoiceKeyword(std::string_view keyword, Value value, Value object) {
    Value found = value;
    if (keyword == "type") {
      TypeConstraint constraint;
      value.each([&](Value name) {
        constraint.addNamedType(TypeConstraint::jsonTypeFromString(std::string(name.text())));
        return true;
      });
      add(constraint);
    } else if (keyword == "enum" || keyword == "const") {
      OneOfValues constraint;
      constraint.isConst = keyword == "const";
      if (constraint.isConst)
        constraint.values.push_back(value);
      else
        value.each([&](Value one) {
          constraint.values.push_back(one);
          return true;
        });
      add(constraint);
    } else if (keyword == "pattern") {
      Pattern constraint;
      constraint.number = static_cast<uint32_t>(count(value));
      if (object.member("patternSource", found)) constraint.source = found.text();
      add(constraint);
    } else if (keyword == "uniqueItems") {
      if (value.kind() == PL_TRUE) add(UniqueItemsConstraint());
    } else if (keyword == "contains") {
      add(withSchema<ContainsConstraint>(value));
    } else if (keyword == "items") {
      addItems(value, object);
    } else if (keyword == "allOf") {
      add(withSchemas<AllOfConstraint>(value));
    } else if (keyword == "anyOf") {
      add(withSchemas<AnyOfConstraint>(value));
    } else if (keyword == "oneOf") {
      add(withSchemas<OneOfConstraint>(value));
    } else if (keyword == "not") {
      add(withSchema<NotConstraint>(value));
    } else if (keyword == "if") {
      ConditionalConstraint constraint;
      constraint.setIfSubschema(schema(value));
      if (object.member("then", found)) constraint.setThenSubschema(schema(found));
      if (object.member("else", found)) constraint.setElseSubschema(schema(found));
      add(constraint);
    } else {
      return false;
    }
    return true;
  }

  void addItems(Value value, Value object) {
    if (!value.isArray()) {
      SingularItemsConstraint constraint;
      constraint.setItemsSubschema(schema(value));
      add(constraint);
      return;
    }
    LinearItemsConstraint constraint;
    value.each([&](Value number) {
      constraint.addItemSubschema(schema(number));
      return true;
    });
    Value others = value;
    if (object.member("additionalItems", others)) constraint.setAdditionalItemsSubschema(schema(others));
    add(constraint);
  }

  pl_schema &into_;
  const Subschema *target_ = nullptr;
};

}  // namespace

std::unique_ptr<pl_schema> build(pl_tree linked) {
  std::unique_ptr<pl_schema> made(new pl_schema());
  made->nodes.assign(linked.nodes, linked.nodes + linked.count);
  size_t bytes = 0;
  for (const pl_node &node : made->nodes)
    bytes = std::max({bytes, size_t(node.text) + node.textLength, size_t(node.key) + node.keyLength});
  made->bytes.assign(linked.bytes, bytes);
  made->tree = {made->nodes.data(), linked.count, made->bytes.data()};
  Builder(*made).build();
  return made;
}

}  // namespace pl
