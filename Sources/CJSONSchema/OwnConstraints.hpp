#pragma once

#include <string>
#include <vector>

#include "Decimal.hpp"
#include "Tree.hpp"
#include "Valijson.hpp"

namespace pl {

class OwnVisitor;

/// Constraints beside valijson's, for what its own lose: digits of numbers, the order of names, patterns beyond std::regex.
template <typename Self>
struct OwnConstraint : valijson::constraints::Constraint {
  bool accept(valijson::constraints::ConstraintVisitor &visitor) const override;

  OwningPointer clone(CustomAlloc allocate, CustomFree free) const override {
    void *memory = allocate(sizeof(Self));
    if (!memory) throw std::bad_alloc();
    return OwningPointer(new (memory) Self(static_cast<const Self &>(*this)), CustomDeleter<const Constraint>(free));
  }
};

/// `minimum`, `maximum` and their exclusive forms.
struct Limit : OwnConstraint<Limit> {
  bool upper = false;
  bool exclusive = false;
  Decimal value{"0"};
  std::string text;
};

struct MultipleOf : OwnConstraint<MultipleOf> {
  Decimal divisor{"1"};
  std::string text;
};

struct Pattern : OwnConstraint<Pattern> {
  uint32_t number = 0;
  std::string source;
};

/// `required`, in the order the schema lists the names.
struct Required : OwnConstraint<Required> {
  std::vector<std::string> names;
};

/// `enum` and `const`: values in the schema's own tree.
struct OneOfValues : OwnConstraint<OneOfValues> {
  bool isConst = false;
  std::vector<Value> values;
};

/// What visits a schema that holds these, too.
class OwnVisitor : public valijson::constraints::ConstraintVisitor {
 public:
  virtual bool visitOwn(const Limit &) = 0;
  virtual bool visitOwn(const MultipleOf &) = 0;
  virtual bool visitOwn(const Pattern &) = 0;
  virtual bool visitOwn(const Required &) = 0;
  virtual bool visitOwn(const OneOfValues &) = 0;

 protected:
  ~OwnVisitor() = default;
};

template <typename Self>
bool OwnConstraint<Self>::accept(valijson::constraints::ConstraintVisitor &visitor) const {
  // No other kind of visitor is ever given our schemas.
  return static_cast<OwnVisitor &>(visitor).visitOwn(static_cast<const Self &>(*this));
}

/// valijson cuts names at a NUL. These put it, and the character they need for that, in another form and back.
std::string escapedName(std::string_view name);
std::string unescapedName(std::string_view name);

}  // namespace pl
