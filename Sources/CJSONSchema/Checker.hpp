#pragma once

#include <string>
#include <vector>

#include "CJSONSchema.h"
#include "OwnConstraints.hpp"
#include "Tree.hpp"
#include "Valijson.hpp"

namespace pl {

using valijson::Subschema;

struct Violation {
  /// The place of the value in its tree.
  uint32_t place;
  const Subschema *schema;
  const char *keyword;
  std::string message;
};

/// How patterns are compared.
struct Matcher {
  pl_matcher matches;
  void *context;
};

/// Visits the constraints of a schema with a value in hand and writes down what does not fit: the leaves only.
///
/// Used by one thread; the schema may be shared.
class Checker final : public OwnVisitor {
 public:
  Checker(Value value, const pl_tree &tree, const Matcher &matcher) : value_(value), tree_(tree), matcher_(matcher) {}

  /// Whether `value` fits. What does not is appended to `sink` where there is one; without, the first fault ends the check.
  bool check(const Subschema &schema, Value value, std::vector<Violation> *sink);

  bool visit(const AllOfConstraint &) override;
  bool visit(const AnyOfConstraint &) override;
  bool visit(const ConditionalConstraint &) override;
  bool visit(const ContainsConstraint &) override;
  bool visit(const DependenciesConstraint &) override;
  bool visit(const LinearItemsConstraint &) override;
  bool visit(const MaxItemsConstraint &) override;
  bool visit(const MaxLengthConstraint &) override;
  bool visit(const MaxPropertiesConstraint &) override;
  bool visit(const MinItemsConstraint &) override;
  bool visit(const MinLengthConstraint &) override;
  bool visit(const MinPropertiesConstraint &) override;
  bool visit(const NotConstraint &) override;
  bool visit(const OneOfConstraint &) override;
  bool visit(const PropertiesConstraint &) override;
  bool visit(const PropertyNamesConstraint &) override;
  bool visit(const SingularItemsConstraint &) override;
  bool visit(const TypeConstraint &) override;
  bool visit(const UniqueItemsConstraint &) override;

  bool visitOwn(const Limit &) override;
  bool visitOwn(const MultipleOf &) override;
  bool visitOwn(const Pattern &) override;
  bool visitOwn(const Required &) override;
  bool visitOwn(const OneOfValues &) override;

  // The builder makes none of these: see OwnConstraints.hpp.
  bool visit(const ConstConstraint &) override { return true; }
  bool visit(const EnumConstraint &) override { return true; }
  bool visit(const FormatConstraint &) override { return true; }
  bool visit(const MaximumConstraint &) override { return true; }
  bool visit(const MinimumConstraint &) override { return true; }
  bool visit(const MultipleOfDoubleConstraint &) override { return true; }
  bool visit(const MultipleOfIntConstraint &) override { return true; }
  bool visit(const PatternConstraint &) override { return true; }
  bool visit(const PolyConstraint &) override { return true; }
  bool visit(const RequiredConstraint &) override { return true; }

 private:
  using Branch = std::vector<Violation>;

  /// Checks the same value; part of the present check.
  bool also(const Subschema &schema) { return check(schema, value_, sink_); }
  /// Checks without writing anything down.
  bool fits(const Subschema &schema, Value value) { return check(schema, value, nullptr); }
  /// Whether to look for more after a fault.
  bool goesOn(bool fine) const { return fine || sink_ != nullptr; }

  /// Writes a violation down, if it is wanted; `message` is only then called.
  template <typename Message>
  bool fail(const char *keyword, Message message) {
    if (sink_) sink_->push_back({value_.place(), schema_, keyword, message()});
    return false;
  }

  /// Writes down why none of the branches fits: what is wrong in the one that was meant, if that can be told.
  void explain(const char *keyword, std::vector<Branch> &branches);
  int matches(uint32_t pattern, std::string_view text) const {
    return matcher_.matches(matcher_.context, pattern, text.data(), text.size());
  }

  Value value_;
  const pl_tree &tree_;
  const Matcher &matcher_;
  const Subschema *schema_ = nullptr;
  std::vector<Violation> *sink_ = nullptr;
};

/// In the order of their places, each once.
void arrange(std::vector<Violation> &violations);

}  // namespace pl
