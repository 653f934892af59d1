#pragma once

#include <Eigen/SparseCore>
#include <string_view>
#include <vector>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = sum of a_ij exp(x_i - x_j), a_ij >= 0: minimal where the scaled matrix
/// diag(e^x) A diag(e^-x) has equal row and column sums. Convex and invariant to adding a constant
/// to x. All operations cost O(non-zeros of A).
///
/// If a term overflows, f is infinite and the step is rejected. If only exp(x_i - x_j) overflows
/// but a_ij exp(x_i - x_j) does not, the term is correct.
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
  /// Each term is a non-negative multiple of the exponential of a linear function.
  bool is_convex() const override { return true; }
  /// f(0), the sum of all entries.
  std::optional<double> natural_scale() const override { return value(Vector::Zero(dimension())); }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

  /// a_ij and a_ji for the i < j where one of them is not 0: exp(x_j - x_i) is the reciprocal of
  /// exp(x_i - x_j), and equal terms cancel exactly.
  struct Pairs {
    std::vector<Index> starts;  ///< n + 1 offsets: the pairs of i are starts[i] .. starts[i + 1]
    std::vector<int> partners;  ///< j, ascending for each i
    Vector forward;             ///< a_ij
    Vector backward;            ///< a_ji
  };
  const Pairs& pairs() const { return pairs_; }
  /// sum of a_ii, independent of x
  double diagonal() const { return diagonal_; }

  /// forward_k = a_ij exp(x_i - x_j) and backward_k = a_ji exp(x_j - x_i) for each pair k
  void scale(const Vector& x, Vector& forward, Vector& backward) const;
  /// g_i = difference of the terms with +x_i and those with -x_i
  void imbalance(const Vector& forward, const Vector& backward, Vector& g) const;

 private:
  template <class A>
  void collect(const A& a);

  Pairs pairs_;
  double diagonal_ = 0;
};

/// a exp(s), finite also if only exp(s) overflows; 0 for a = 0.
double balancing_term(double a, double s);

}  // namespace acgd
