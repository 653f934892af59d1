#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Notices that a run has come as far as rounding lets it: f, which its rule never lets rise, has
/// not fallen, and the gap has not lost a tenth, in as many iterations again as it took to get
/// there. Gaps that fall like 1/k, or even 1/sqrt(k), lose more than that.
class Stall {
 public:
  /// To be called at every point, in order.
  void arrive(Index iteration, double value, double gap) {
    if (value < value_ || gap < kShrunk * gap_) progress_ = iteration;
    if (value < value_) value_ = value;
    if (gap < kShrunk * gap_) gap_ = gap;
    iteration_ = iteration;
  }

  /// The last iteration that brought anything, if the run has stalled since.
  std::optional<Index> since() const {
    if (iteration_ < 2 * progress_ + kPatience) return std::nullopt;
    return progress_;
  }

  void visit(Archive& archive) { archive(value_, gap_, progress_, iteration_); }

 private:
  static constexpr double kShrunk = 0.9;
  static constexpr Index kPatience = 100;

  double value_ = std::numeric_limits<double>::infinity();
  double gap_ = std::numeric_limits<double>::infinity();
  Index progress_ = 0;
  Index iteration_ = 0;
};

/// How far the last ten steps went, beside the size of x: over R^n a run has converged where x has.
class Travel {
 public:
  /// To be called at every point with ||x||, and with the length of every step.
  void arrive(double size) {
    size_ = size;
    largest_ = std::max(largest_, size);
  }
  void step(double length) {
    std::ranges::rotate(recent_, recent_.begin() + 1);
    recent_.back() = length;
  }

  /// The longest of the last ten steps; infinite before there were so many.
  double recent() const { return *std::ranges::max_element(recent_); }
  /// ||x||. Where x goes to 0 it is a millionth of the largest one that counts.
  double size() const { return std::max(size_, kOfLargest * largest_); }

  void visit(Archive& archive) {
    for (double& length : recent_) archive(length);
    archive(size_, largest_);
  }

 private:
  static constexpr double kOfLargest = 1e-6;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  std::array<double, 10> recent_ = {kNone, kNone, kNone, kNone, kNone,
                                    kNone, kNone, kNone, kNone, kNone};
  double size_ = 0;
  double largest_ = 0;
};

}  // namespace acgd
