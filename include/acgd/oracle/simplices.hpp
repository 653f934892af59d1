#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { x : x >= 0, sum x_i = total }, or <= total. The minimiser is total e_i for the first i of
/// smallest g_i; with <= it is 0 unless that g_i is negative.
class Simplex final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "simplex";
    static constexpr std::string_view sentence = "non-negative vectors that sum to T";
    static constexpr std::string_view formula = "{ x : x_i >= 0, x_1 + ... + x_n = T }";
    static constexpr std::string_view cost = "O(n)";

    double total = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };
  /// The same with Relation::at_most.
  struct AtMost : Parameters {
    static constexpr std::string_view name = "unit-simplex";
    static constexpr std::string_view sentence = "non-negative vectors that sum to at most T";
    static constexpr std::string_view formula = "{ x : x_i >= 0, x_1 + ... + x_n <= T }";

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Simplex(Index dimension, double total = 1, Relation relation = Relation::equal);

  double total() const { return total_; }
  Relation relation() const { return relation_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: total e_i for the smallest g_i below halfway from the smallest to the mean; with
  /// Relation::at_most for g_i below half of the smallest, if that is negative.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  /// The sum of x relative to the total, for vectors >= 0.
  std::optional<double> gauge(ConstVectorRef x) const override;
  /// Sets negative entries to 0, then scales to the total.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;

 private:
  Index dimension_;
  double total_;
  Relation relation_;
};

/// { x : 0 <= x_i <= top, sum x_i = k top }, or <= k top: hull of the vectors with k, or up to k,
/// entries `top` and 0 elsewhere. The minimiser has them at the k smallest g_i; with <= at the
/// negative ones among these.
class Hypersimplex final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "hypersimplex";
    static constexpr std::string_view sentence = "entries in [0, T] that sum to K T";
    static constexpr std::string_view formula =
        "{ x : 0 <= x_i <= T for every i, x_1 + ... + x_n = K T }";
    static constexpr std::string_view cost = "O(n)";

    Index k = 1;
    double top = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };
  /// The same with Relation::at_most.
  struct AtMost : Parameters {
    static constexpr std::string_view name = "unit-hypersimplex";
    static constexpr std::string_view sentence = "entries in [0, T] that sum to at most K T";
    static constexpr std::string_view formula =
        "{ x : 0 <= x_i <= T for every i, x_1 + ... + x_n <= K T }";

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  Hypersimplex(Index dimension, Index k, double top = 1, Relation relation = Relation::equal);

  Index k() const { return k_; }
  double top() const { return top_; }
  Relation relation() const { return relation_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  /// Clamps to the bounds, then corrects the sum at the first entries between them.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  /// Corners if k = 1; with Relation::at_most a box if k = n.
  Faces faces() const override;

 private:
  Index dimension_;
  Index k_;
  double top_;
  Relation relation_;
};

/// { x : lower <= x <= upper, a'x = total }, or <= total: a box and one row, the continuous knapsack
/// problem. Portfolios with caps have a = 1; the dual of a support vector machine has the labels as
/// a and total 0.
///
/// The LMO is greedy (Dantzig 1957): from the corner of smallest a'x, variables move to their other
/// bound in the order of g_i / a_i until a'x = total; the last one stops in between. With <= it
/// ends where g_i / a_i >= 0. A median of the ratios halves the candidates, so that nothing is
/// sorted.
class Knapsack final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "knapsack";
    static constexpr std::string_view sentence =
        "vectors between bounds with a'x <= T, those of a file with columns lower, upper and a";
    static constexpr std::string_view formula =
        "{ x : l_i <= x_i <= u_i for every i, a_1 x_1 + ... + a_n x_n <= T }";
    static constexpr std::string_view cost = "O(n)";

    double total = 1;
    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };
  /// The same with Relation::equal.
  struct Equal : Parameters {
    static constexpr std::string_view name = "equality-knapsack";
    static constexpr std::string_view sentence =
        "vectors between bounds with a'x = T, those of a file with columns lower, upper and a";
    static constexpr std::string_view formula =
        "{ x : l_i <= x_i <= u_i for every i, a_1 x_1 + ... + a_n x_n = T }";

    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput if sizes differ, an entry is not finite, lower exceeds upper, or no point
  /// of the box satisfies the row.
  Knapsack(Vector lower, Vector upper, Vector a, double total, Relation relation = Relation::equal);

  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }
  const Vector& row() const { return a_; }
  double total() const { return total_; }
  Relation relation() const { return relation_; }

  std::string name() const override;
  Index dimension() const override { return a_.size(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: neighbours of the vertex, by exchanging the variable between its bounds with one
  /// whose ratio is close.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  /// Clamps to the bounds, then corrects the row at the first entries between them.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  bool is_interior(ConstVectorRef x) const override;

 private:
  struct Memory;
  /// Sets the vertex in `memory`, and the variable between its bounds, or -1.
  void fill(const Vector& g, Memory& memory) const;
  /// The bound with the smaller, or larger, a_i x_i.
  double low(Index i) const { return a_[i] > 0 ? lower_[i] : upper_[i]; }
  double high(Index i) const { return a_[i] > 0 ? upper_[i] : lower_[i]; }
  void write(const Vector& v, Atom& atom) const;

  Vector lower_;
  Vector upper_;
  Vector a_;
  double total_;
  Relation relation_;
  double least_ = 0;  ///< smallest a'x over the box
  double size_ = 0;   ///< sum of the largest |a_i x_i|
};

/// { x : |x_i| <= radius, sum |x_i| <= k radius }: hull of the vectors with k entries +-radius and
/// 0 elsewhere. The minimiser is -radius sign(g_i) at the k largest |g_i|, with sign(0) = 0. It is
/// the l1 ball for k = 1 and the linf ball for k >= n.
class KSparsePolytope final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "ksparse";
    static constexpr std::string_view sentence =
        "the hull of vectors with K entries R or -R, else 0";
    static constexpr std::string_view formula =
        "{ x : |x_i| <= R for every i, |x_1| + ... + |x_n| <= K R }";
    static constexpr std::string_view cost = "O(n)";

    Index k = 1;
    double radius = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  KSparsePolytope(Index dimension, Index k, double radius = 1);

  Index k() const { return k_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// Corners if k = 1, a box if k >= n.
  Faces faces() const override;

 private:
  Index k_;
};

}  // namespace acgd
