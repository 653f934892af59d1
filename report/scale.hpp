#pragma once

#include "report/report.hpp"

namespace acgd::report {

/// The finite values seen so far, from the smallest to the largest; empty while low > high.
class Range {
 public:
  void add(double value);
  bool empty() const { return low_ > high_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 1;
  double high_ = 0;
};

/// Takes values to positions along an axis.
struct Scale {
  double low = 0;
  double high = 1;
  double at_low = 0;   ///< position of low
  double at_high = 1;  ///< position of high
  Growth growth = Growth::linear;

  /// Whether a value has a position at all.
  bool shows(double value) const;
  /// The position of a value which is shown.
  double operator()(double value) const;
};

/// A scale from the first to the last value; wider where they are so close that no tick would fit
/// between them. A logarithmic one needs positive values.
Scale tight(const Range& range, double at_low, double at_high, Growth growth);

/// The same with some air at both ends, so that no curve runs along the frame.
Scale airy(const Range& range, double at_low, double at_high, Growth growth);

}  // namespace acgd::report
