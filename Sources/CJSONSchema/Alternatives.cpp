// The keywords that choose among schemas, and what is said when none of them fits.

#include <algorithm>
#include <cstring>

#include "Checker.hpp"
#include "Messages.hpp"

namespace pl {

bool Checker::visit(const AllOfConstraint &constraint) {
  bool fine = true;
  constraint.applyToSubschemas([&](unsigned, const Subschema *schema) {
    fine = also(*schema) && fine;
    return goesOn(fine);
  });
  return fine;
}

bool Checker::visit(const AnyOfConstraint &constraint) {
  bool fine = false;
  std::vector<Branch> branches;
  constraint.applyToSubschemas([&](unsigned, const Subschema *schema) {
    Branch branch;
    fine = check(*schema, value_, sink_ ? &branch : nullptr);
    branches.push_back(std::move(branch));
    return !fine;
  });
  if (!fine && sink_) explain("anyOf", branches);
  return fine;
}

bool Checker::visit(const OneOfConstraint &constraint) {
  std::vector<unsigned> fitting;
  std::vector<Branch> branches;
  constraint.applyToSubschemas([&](unsigned index, const Subschema *schema) {
    Branch branch;
    if (check(*schema, value_, sink_ ? &branch : nullptr)) fitting.push_back(index);
    branches.push_back(std::move(branch));
    return sink_ || fitting.size() < 2;
  });
  if (fitting.size() == 1) return true;
  if (fitting.empty()) {
    if (sink_) explain("oneOf", branches);
    return false;
  }
  return fail("oneOf", [&] {
    std::string numbers;
    for (size_t i = 0; i < fitting.size(); i++) {
      if (i > 0) numbers += i + 1 == fitting.size() ? " and " : ", ";
      numbers += std::to_string(fitting[i] + 1);
    }
    return "fits " + counted(fitting.size(), "alternative", "alternatives") + " of 'oneOf' (numbers " + numbers +
           ") where exactly one is wanted";
  });
}

bool Checker::visit(const NotConstraint &constraint) {
  if (!fits(*constraint.getSubschema(), value_)) return true;
  return fail("not", [] { return std::string("has the form that 'not' rules out"); });
}

bool Checker::visit(const ConditionalConstraint &constraint) {
  const Subschema *next = fits(*constraint.getIfSubschema(), value_) ? constraint.getThenSubschema()
                                                                      : constraint.getElseSubschema();
  return !next || also(*next);
}

static bool is(const Violation &violation, const char *keyword) { return std::strcmp(violation.keyword, keyword) == 0; }

/// Whether the violation says that another kind of value was meant, rather than that this one is faulty.
static bool rulesOut(const Violation &violation) {
  return is(violation, "type") || is(violation, "const") || is(violation, "enum") || is(violation, "false");
}

void Checker::explain(const char *keyword, std::vector<Branch> &branches) {
  const uint32_t here = value_.place();

  // All fail for the type alone: what is wanted is one of those types.
  bool onlyTypes = !branches.empty();
  for (const Branch &branch : branches) onlyTypes = onlyTypes && branch.size() == 1 && branch[0].place == here && is(branch[0], "type");
  if (onlyTypes) {
    std::vector<std::string> wanted;
    std::string start;
    for (const Branch &branch : branches) {
      const std::string &message = branch[0].message;
      size_t where = message.find(" where "), end = message.rfind(" is wanted");
      start = message.substr(0, where + 7);
      std::string type = message.substr(where + 7, end - where - 7);
      if (std::find(wanted.begin(), wanted.end(), type) == wanted.end()) wanted.push_back(type);
    }
    sink_->push_back({here, schema_, keyword, start + alternatives(wanted) + " is wanted"});
    return;
  }

  // The branch that was meant is the only one not ruled out by the value itself, or else by a member that tells which.
  std::vector<size_t> meant;
  auto keep = [&](auto isRuledOut) {
    std::vector<size_t> left;
    for (size_t i : meant)
      if (std::none_of(branches[i].begin(), branches[i].end(), isRuledOut)) left.push_back(i);
    if (!left.empty()) meant = left;
  };
  for (size_t i = 0; i < branches.size(); i++)
    if (!branches[i].empty()) meant.push_back(i);
  keep([&](const Violation &violation) { return violation.place == here && rulesOut(violation); });
  if (meant.size() > 1)
    keep([&](const Violation &violation) {
      return tree_.nodes[violation.place].parent == here && (is(violation, "const") || is(violation, "enum"));
    });
  if (meant.size() == 1) {
    for (Violation &violation : branches[meant[0]]) sink_->push_back(std::move(violation));
    return;
  }

  std::string message = "fits no alternative of '" + std::string(keyword) + "':";
  const size_t limit = 4;
  for (size_t i = 0; i < branches.size() && i < limit; i++) {
    message += i == 0 ? " (" : "; (";
    message += std::to_string(i + 1) + ") ";
    if (branches[i].empty()) continue;
    const Violation &first = branches[i][0];
    if (first.place != here) message += Value(tree_, first.place).pointerFrom(here) + " ";
    message += first.message;
  }
  if (branches.size() > limit) message += "; and " + std::to_string(branches.size() - limit) + " more";
  sink_->push_back({here, schema_, keyword, message});
}

}  // namespace pl
