#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// The hull of the points lower_i e_i and upper_i e_i, where lower <= upper: 0 need not be inside.
/// The minimiser is one of them, for the first i of smallest min { g_i lower_i, g_i upper_i }.
class Diamond final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "diamond";
    static constexpr std::string_view syntax = "diamond:FILE";
    static constexpr std::string_view sentence =
        "the hull of two points on each axis, those of a file with columns lower and upper";
    static constexpr std::string_view formula =
        "{ x : w_i l_i <= x_i <= w_i u_i for every i, w_i >= 0, w_1 + ... + w_n = 1 }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set diamond:bounds.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a matrix file with two columns, l_i and u_i, and a row for each variable"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  Diamond(Vector lower, Vector upper);

  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

  std::string name() const override;
  Index dimension() const override { return lower_.size(); }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: the better point of other axes, where it is below halfway from the smallest to the
  /// mean.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  /// The l1 distance to the nearest point.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }
  /// When lower = -upper and upper > 0: the ball of a weighted l1 norm.
  bool is_norm_ball() const override { return is_norm_ball_; }
  /// Knows where 0 is inside: the sum of x_i / lower_i or x_i / upper_i, whichever is >= 0, is below 1.
  bool is_interior(ConstVectorRef x) const override {
    if (lower_.maxCoeff() >= 0 || upper_.minCoeff() <= 0) return false;
    return x.cwiseQuotient(lower_).cwiseMax(x.cwiseQuotient(upper_)).sum() < 1;
  }

 private:
  /// The better of the two points on an axis.
  double end(Index i, double g) const { return g > 0 ? lower_[i] : upper_[i]; }
  void score(const Vector& g, Vector& scores) const;

  Vector lower_;
  Vector upper_;
  bool is_norm_ball_;
};

}  // namespace acgd
