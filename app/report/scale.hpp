#pragma once

#include <string>
#include <vector>

#include "app/report/report.hpp"

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

struct Tick {
  double value = 0;
  std::string label;
};

/// Round values inside a scale, about as many as asked for and never more than twice that. Powers
/// of ten on a logarithmic scale, with 2 and 5 between them where there would be few.
std::vector<Tick> ticks(const Scale& scale, int wanted);

/// Those of them whose labels do not touch along a horizontal axis, powers of ten first.
std::vector<Tick> apart(const std::vector<Tick>& ticks, const Scale& scale, double font);

/// A number on an axis, to the digits that tell it from others a step away: 0.002, 1500, 2·10⁻⁷.
std::string tick_label(double value, double step);

}  // namespace acgd::report
