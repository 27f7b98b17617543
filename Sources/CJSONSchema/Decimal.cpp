#include "Decimal.hpp"

#include <algorithm>
#include <functional>

namespace pl {

// Far beyond any number's digits, and safe to add and subtract.
static const int64_t exponentLimit = INT64_MAX / 8;

Decimal::Decimal(std::string_view text) {
  size_t at = 0;
  if (at < text.size() && text[at] == '-') {
    negative_ = true;
    at++;
  }
  bool pointSeen = false;
  digits_.reserve(text.size());
  for (; at < text.size(); at++) {
    char c = text[at];
    if (c == '.') {
      pointSeen = true;
    } else if (c >= '0' && c <= '9') {
      digits_ += c;
      if (!pointSeen) exponent_++;
    } else {
      break;
    }
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    at++;
    bool down = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) at++;
    int64_t shift = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; at++)
      shift = std::min(exponentLimit, shift * 10 + (text[at] - '0'));
    exponent_ += down ? -shift : shift;
  }
  size_t first = digits_.find_first_not_of('0');
  if (first == std::string::npos) {
    digits_.clear();
    exponent_ = 0;
    negative_ = false;
    return;
  }
  digits_.erase(digits_.find_last_not_of('0') + 1);
  digits_.erase(0, first);
  exponent_ -= static_cast<int64_t>(first);
}

int Decimal::compare(const Decimal &other) const {
  if (digits_.empty() || other.digits_.empty()) {
    int mine = digits_.empty() ? 0 : negative_ ? -1 : 1;
    int theirs = other.digits_.empty() ? 0 : other.negative_ ? -1 : 1;
    return mine - theirs;
  }
  if (negative_ != other.negative_) return negative_ ? -1 : 1;
  int size = exponent_ != other.exponent_ ? (exponent_ < other.exponent_ ? -1 : 1) : digits_.compare(other.digits_);
  return negative_ ? -size : size;
}

/// Whether a divisor of at most 18 digits divides a string of digits with `zeros` more noughts.
static bool dividesShort(const std::string &digits, int64_t zeros, const std::string &by) {
  uint64_t divisor = 0;
  for (char c : by) divisor = divisor * 10 + static_cast<uint64_t>(c - '0');
  // Below 10^18, so that ten times as much and a digit still fit.
  uint64_t rest = 0;
  for (char c : digits) rest = (rest * 10 + static_cast<uint64_t>(c - '0')) % divisor;
  for (; zeros > 0 && rest != 0; zeros--) rest = rest * 10 % divisor;
  return rest == 0;
}

/// The same for a divisor of any length, by long division.
static bool dividesLong(const std::string &digits, int64_t zeros, const std::string &by) {
  std::string rest;
  auto less = [&] { return rest.size() != by.size() ? rest.size() < by.size() : rest < by; };
  auto take = [&](char digit) {
    if (!rest.empty() || digit != '0') rest += digit;
    while (!less()) {
      int borrow = 0;
      for (size_t i = 0; i < rest.size(); i++) {
        size_t at = rest.size() - 1 - i;
        int digit = rest[at] - '0' - borrow - (i < by.size() ? by[by.size() - 1 - i] - '0' : 0);
        borrow = digit < 0;
        rest[at] = static_cast<char>('0' + digit + (borrow ? 10 : 0));
      }
      rest.erase(0, std::min(rest.find_first_not_of('0'), rest.size()));
    }
  };
  for (char c : digits) take(c);
  for (; zeros > 0 && !rest.empty(); zeros--) take('0');
  return rest.empty();
}

bool Decimal::isMultipleOf(const Decimal &divisor) const {
  if (digits_.empty()) return true;
  // Both as integers times the same power of ten: mine × 10^zeros against the divisor's.
  int64_t mine = exponent_ - static_cast<int64_t>(digits_.size());
  int64_t theirs = divisor.exponent_ - static_cast<int64_t>(divisor.digits_.size());
  int64_t zeros = mine - theirs;
  // My digits do not end in a nought, so they are no multiple of ten.
  if (zeros < 0) return false;
  // Once all twos and fives of the divisor are used up, further noughts change nothing; it has fewer than four a digit.
  zeros = std::min(zeros, static_cast<int64_t>(divisor.digits_.size()) * 4);
  return divisor.digits_.size() <= 18 ? dividesShort(digits_, zeros, divisor.digits_)
                                      : dividesLong(digits_, zeros, divisor.digits_);
}

uint64_t Decimal::hash() const {
  return std::hash<std::string>()(digits_) ^ (static_cast<uint64_t>(exponent_) * 31 + (negative_ ? 1 : 0));
}

}  // namespace pl
