#pragma once

#include <Eigen/SparseCore>
#include <string_view>
#include <vector>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = sum of a_ij exp(x_i - x_j), a_ij >= 0: minimal where the scaled matrix
/// diag(e^x) A diag(e^-x) has equal row and column sums. Convex; adding a constant to x changes
/// nothing. Everything costs O(non-zeros of A).
///
/// A term that overflows makes f infinite, and a step to such a point is refused. Where only
/// exp(x_i - x_j) overflows and a_ij is small enough, the term is still right.
class MatrixBalancing final : public Objective {
 public:
  static constexpr std::string_view name = "matrix-balancing";
  static constexpr std::string_view sentence = "the sum of a_ij exp(x_i - x_j)";
  static constexpr std::string_view formula =
      "f(x) = sum of a_ij exp(x_i - x_j), a_ij >= 0: at the minimum the rows and columns "
      "of\ndiag(e^x) A diag(e^-x) have equal sums";

  /// Throws InvalidInput, naming the entry, unless `a` is square with finite entries >= 0.
  explicit MatrixBalancing(const Eigen::Ref<const Matrix>& a);
  explicit MatrixBalancing(const Eigen::SparseMatrix<double>& a);

  Index dimension() const override { return static_cast<Index>(pairs_.starts.size()) - 1; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  /// Each term is the exponential of a linear function, times a number >= 0.
  bool is_convex() const override { return true; }
  /// f(0), the sum of all entries: every term is positive.
  std::optional<double> natural_scale() const override { return value(Vector::Zero(dimension())); }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

  /// a_ij and a_ji side by side, for the i < j where one of them is not 0: exp(x_j - x_i) is then
  /// one division away from exp(x_i - x_j), and where the two terms are equal they cancel exactly.
  struct Pairs {
    std::vector<Index> starts;  ///< n + 1 offsets: the pairs of i are starts[i] .. starts[i + 1]
    std::vector<int> partners;  ///< j, ascending for each i
    Vector forward;             ///< a_ij
    Vector backward;            ///< a_ji
  };
  const Pairs& pairs() const { return pairs_; }
  /// sum of a_ii, which no x changes
  double diagonal() const { return diagonal_; }

  /// forward_k = a_ij exp(x_i - x_j) and backward_k = a_ji exp(x_j - x_i), pair by pair
  void scale(const Vector& x, Vector& forward, Vector& backward) const;
  /// g_i = sum over j of what pair (i, j) has more forward than backward
  void imbalance(const Vector& forward, const Vector& backward, Vector& g) const;

 private:
  template <class A>
  void collect(const A& a);

  Pairs pairs_;
  double diagonal_ = 0;
};

/// a exp(s) where that is finite, although exp(s) alone may not be; 0 for a = 0.
double balancing_term(double a, double s);

}  // namespace acgd
