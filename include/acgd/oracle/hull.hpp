#pragma once

#include <memory>

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// The convex hull of given points, the columns of a matrix. The minimiser is the first of them
/// with the smallest <g, point>.
class ConvexHull final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "hull";
    static constexpr std::string_view syntax = "hull:FILE";
    static constexpr std::string_view sentence = "the convex hull of the rows of a matrix file";
    static constexpr std::string_view formula =
        "{ w_1 p_1 + ... + w_m p_m : w_i >= 0, w_1 + ... + w_m = 1 }";
    static constexpr std::string_view cost = "O(m n) for m points";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set hull:points.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any, "a matrix file with a point p_i in each row"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit ConvexHull(Matrix points);
  /// Shares the points instead of copying them.
  explicit ConvexHull(std::shared_ptr<const Matrix> points);

  const Matrix& points() const { return *points_; }

  std::string name() const override;
  Index dimension() const override { return points_->rows(); }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: the points of smallest <g, point> that are below halfway from the smallest to the
  /// mean, each once.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  /// The Euclidean distance of x to the hull.
  Violation violation(ConstVectorRef x) const override;
  bool is_interior(ConstVectorRef x) const override;

 private:
  std::shared_ptr<const Matrix> points_;
};

}  // namespace acgd
