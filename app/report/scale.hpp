#pragma once

#include <string>
#include <vector>

#include "app/report/report.hpp"

namespace acgd::report {

/// Range of the finite values added so far; empty while low > high.
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

/// Maps values to positions along an axis.
struct Scale {
  double low = 0;
  double high = 1;
  double at_low = 0;   ///< position of low
  double at_high = 1;  ///< position of high
  Growth growth = Growth::linear;

  /// Whether the axis can show a value.
  bool shows(double value) const;
  /// Position of a value for which shows() is true.
  double operator()(double value) const;
};

/// A scale from the smallest to the largest value; wider if they are too close for a tick between
/// them. A logarithmic scale needs positive values.
Scale tight(const Range& range, double at_low, double at_high, Growth growth);

/// The same with a margin at both ends, so that no curve runs along the frame.
Scale padded(const Range& range, double at_low, double at_high, Growth growth);

struct Tick {
  double value = 0;
  std::string label;
};

/// Round values within a scale: about `wanted`, at most twice as many. On a logarithmic scale
/// powers of ten, with 2 and 5 times these if there are few.
std::vector<Tick> ticks(const Scale& scale, int wanted);

/// The ticks whose labels do not overlap along a horizontal axis; powers of ten have priority.
std::vector<Tick> apart(const std::vector<Tick>& ticks, const Scale& scale, double font);

/// Label of a number with the digits that distinguish it from its neighbours at distance `step`:
/// 0.002, 1500, 2·10⁻⁷.
std::string tick_label(double value, double step);

}  // namespace acgd::report
