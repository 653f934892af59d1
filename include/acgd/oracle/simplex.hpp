#pragma once

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { x : x >= 0, sum x_i = total }. The minimiser is total e_i for the first i of smallest g_i.
class Simplex final : public Oracle {
 public:
  explicit Simplex(Index dimension, double total = 1);

  double total() const { return total_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, Answer& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// Weights below 0 become 0, then all are scaled to the total.
  bool recenter(VectorRef x) const override;
  std::optional<double> diameter() const override;

 private:
  Index dimension_;
  double total_;
};

}  // namespace acgd
