#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pl {

/// A number of JSON with all its digits: 0.DIGITS × 10^exponent, without zeros at either end. Zero has no digits.
class Decimal {
 public:
  /// The text must be a number as JSON writes it.
  explicit Decimal(std::string_view text);

  /// As strcmp.
  int compare(const Decimal &other) const;
  bool isInteger() const { return exponent_ >= static_cast<int64_t>(digits_.size()); }
  /// Whether this is an integer times `divisor`, which is not zero.
  bool isMultipleOf(const Decimal &divisor) const;
  /// The same for equal numbers.
  uint64_t hash() const;

 private:
  bool negative_ = false;
  std::string digits_;
  int64_t exponent_ = 0;
};

}  // namespace pl
