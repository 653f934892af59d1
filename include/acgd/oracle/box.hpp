#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// { x : lower_i <= x_i <= upper_i }. The minimiser has lower_i where g_i > 0, upper_i where g_i <
/// 0, and the point of the interval nearest to 0 where g_i = 0.
class Box final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "box";
    static constexpr std::string_view syntax = "box:LO:HI";
    static constexpr std::string_view sentence = "vectors with all entries in [LO, HI]";
    static constexpr std::string_view formula = "{ x : LO <= x_i <= HI for every i }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set box:-1:1";
    static constexpr std::string_view values = "box:-1:1 box:0:1";

    double lower = 0;
    double upper = 1;

    Description describe() {
      return {{"lower", lower, range::finite, "the lower bound"},
              {"upper", upper, range::finite, "the upper bound, not below the lower one"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<Box>(context.variable.dimension, lower, upper);
    }
  };

  Box(Vector lower, Vector upper);
  /// The same finite bounds for every coordinate.
  Box(Index dimension, double lower, double upper);

  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

  std::string name() const override;
  Index dimension() const override { return lower_.size(); }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// To the nearest bound.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;
  /// When lower = -upper and upper > 0: the ball of a weighted linf norm.
  bool is_norm_ball() const override { return is_norm_ball_; }
  bool is_interior(ConstVectorRef x) const override {
    return (x.array() > lower_.array()).all() && (x.array() < upper_.array()).all();
  }

 private:
  Vector lower_;
  Vector upper_;
  bool is_norm_ball_;
};

}  // namespace acgd
