#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// { x : sum ((x_i - center_i) / radii_i)^2 <= 1 }: an ellipsoid whose axes are those of the
/// coordinates. The minimiser is center_i - radii_i^2 g_i / ||radii g||, and the centre for g = 0.
class Ellipsoid final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "ellipsoid";
    static constexpr std::string_view syntax = "ellipsoid:FILE";
    static constexpr std::string_view sentence =
        "an ellipsoid along the axes, of a file with columns centre and radius";
    static constexpr std::string_view formula =
        "{ x : ((x_1 - c_1) / r_1)^2 + ... + ((x_n - c_n) / r_n)^2 <= 1 }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set ellipsoid:axes.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a matrix file with two columns, c_i and r_i, and a row for each variable"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  Ellipsoid(Vector center, Vector radii);

  const Vector& center() const { return center_; }
  const Vector& radii() const { return radii_; }

  std::string name() const override;
  Index dimension() const override { return center_.size(); }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The distance to where the line to the centre enters the ellipsoid.
  Violation violation(ConstVectorRef x) const override;
  /// Towards the centre.
  bool recenter(VectorRef x) const override;
  /// When the centre is 0: the ball of a weighted l2 norm.
  bool is_norm_ball() const override { return is_norm_ball_; }
  bool is_interior(ConstVectorRef x) const override { return gauge(x) < 1; }

 private:
  /// sqrt(sum ((x_i - center_i) / radii_i)^2)
  double gauge(ConstVectorRef x) const;

  Vector center_;
  Vector radii_;
  bool is_norm_ball_;
};

}  // namespace acgd
