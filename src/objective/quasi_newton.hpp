#pragma once

#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/objective/curvature.hpp"

namespace acgd {

class Objective;

/// Limited-memory BFGS matrix B = theta I + U U' - V V' from pairs s = x_k - x_{k-1},
/// y = grad f(x_k) - grad f(x_{k-1}): an estimate of the Hessian, positive definite by construction.
class QuasiNewton final : public Curvature {
 public:
  explicit QuasiNewton(Index dimension);

  /// Adds a pair, in place of the oldest one if there are kMostPairs, or fewer in high dimension.
  /// Returns false, without a change, where y is 0 up to `noise`, its rounding error, or not finite.
  /// `accepted`: whether the step passed the decrease test at its first length.
  bool add(const Vector& s, const Vector& y, double noise, bool accepted);
  /// Whether there is a pair, and so an estimate.
  bool is_ready() const { return count() > 0; }

  bool is_constant() const override { return false; }
  void refresh() override {}
  Index image_size() const override { return dimension_ + 2 * most_; }
  void add_image(const Term& term, double weight, VectorRef image) override;
  double product(const Term& term, ConstVectorRef image) override;
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term>, Index) const override { return 0; }
  bool has_products() const override { return true; }
  void multiply(const Vector& d, Vector& hd) override;

  void visit(Archive& archive);

 private:
  Index count() const { return static_cast<Index>(slots_.size()); }
  void forget_oldest();
  bool factorize();
  void find_features(const Atom& atom, VectorRef features);
  void transform(VectorRef features) const;

  Index dimension_;
  Index most_;  ///< maximum number of pairs
  Matrix s_;    ///< by slot
  Matrix y_;
  std::vector<Index> slots_;  ///< of the pairs, oldest first
  double theta_ = 0;
  double caution_ = 1;  ///< position of theta between its smallest and its largest value
  Matrix ss_;           ///< s_i's_j, by slot
  Matrix sy_;           ///< s_i'y_j, by slot
  // By age of the pairs:
  Vector root_d_;  ///< square roots of s_i'y_i
  Matrix l_;       ///< s_i'y_j / s_j'y_j for i > j
  Matrix j_;       ///< Cholesky factor of theta S'S + L D^-1 L'
  // Scratch.
  Vector by_slot_;
  Vector weights_;
  Vector damped_;
  Matrix features_;  ///< of the terms of gram()
  Vector one_;
  Vector dense_;
};

/// Products with the Hessian of f that the objective provides (Objective::multiply_hessian()).
class HessianProducts final : public Curvature {
 public:
  HessianProducts(const Objective& f, const Vector& x) : f_(f), here_(x), x_(x), d_(x.size()) {}

  bool is_constant() const override { return false; }
  void refresh() override { x_ = here_; }
  Index image_size() const override { return x_.size(); }
  void add_image(const Term& term, double weight, VectorRef image) override;
  double product(const Term& term, ConstVectorRef image) override { return term.atom->dot(image); }
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override {
    return static_cast<double>(static_cast<Index>(terms.size()) - known);
  }
  bool has_products() const override { return true; }
  void multiply(const Vector& d, Vector& hd) override;

  void visit(Archive& archive) { archive(x_); }

 private:
  const Objective& f_;
  const Vector& here_;  ///< the cursor's point
  Vector x_;            ///< the point of H
  Vector d_;
  Vector hd_;
};

}  // namespace acgd
