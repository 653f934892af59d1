#pragma once

#include <Eigen/SparseCore>
#include <concepts>
#include <memory>
#include <variant>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// A C = { A x : x in C } for a matrix A, dense or sparse: <g, A x> = <A'g, x>.
///
///     LinearImage zonotope(LinfBall(5), Matrix::Random(3, 5));
///
/// Who belongs to it can be told only where A x determines x: A has full column rank, is not
/// larger than a million entries, and not too close to losing rank.
class LinearImage final : public Oracle {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  /// Throws InvalidInput unless the matrix is finite and has as many columns as the set has
  /// dimensions.
  LinearImage(std::shared_ptr<const Oracle> set, Matrix matrix);
  LinearImage(std::shared_ptr<const Oracle> set, Sparse matrix);
  template <std::derived_from<Oracle> Set, class Given>
  LinearImage(Set set, Given matrix)
      : LinearImage(std::make_shared<const Set>(std::move(set)), std::move(matrix)) {}

  const Oracle& set() const { return *set_; }

  std::string name() const override;
  Index dimension() const override { return rows_; }
  /// Dense, unless the matrix is sparse and the atom of C has few entries.
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// Only where A x determines x and C is a single block.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  /// That of the x of which it is the image; or how far it is from all images of vectors.
  Violation violation(ConstVectorRef x) const override;
  Atom start() const override;
  bool is_polytope() const override { return set_->is_polytope(); }
  bool rewards_memory() const override { return set_->rewards_memory(); }
  /// Whether C is one and its image has points in all directions, as far as that is known.
  bool is_norm_ball() const override { return is_onto_ && set_->is_norm_ball(); }
  /// Knows of 0 alone, where that is inside of C.
  bool is_interior(ConstVectorRef x) const override {
    return is_onto_ && x.isZero(0) && set_->is_interior(Vector::Zero(set_->dimension()));
  }

 private:
  struct Memory;
  struct Inverse;  ///< finds x from A x
  using AnyMatrix = std::variant<Matrix, Sparse>;
  /// After the set and the matrix are there.
  void prepare();
  OracleCall& hand_in(const Gradient& gradient, const OracleCall& answer, Memory& memory) const;
  void write_image(const Atom& atom, Memory& memory, Atom& image) const;

  std::shared_ptr<const Oracle> set_;
  AnyMatrix matrix_;
  Index rows_ = 0;
  std::shared_ptr<const Inverse> inverse_;  ///< null: there is none
  bool is_onto_ = false;
  bool is_one_block_ = true;
};

}  // namespace acgd
