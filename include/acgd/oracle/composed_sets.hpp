#pragma once

#include <Eigen/SparseCore>
#include <concepts>
#include <memory>
#include <variant>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// factor C = { factor x : x in C }, factor > 0. Its atoms have the same types as those of C.
///
///     Scaled twice(Simplex(4), 2.0);
class Scaled final : public Oracle {
 public:
  /// Throws InvalidInput unless there is a set and 0 < factor < inf.
  Scaled(std::shared_ptr<const Oracle> set, double factor);
  template <std::derived_from<Oracle> Set>
  Scaled(Set set, double factor) : Scaled(std::make_shared<const Set>(std::move(set)), factor) {}

  const Oracle& set() const { return *set_; }
  double factor() const { return factor_; }

  std::string name() const override;
  Index dimension() const override { return set_->dimension(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  /// factor times the violation of x / factor.
  Violation violation(ConstVectorRef x) const override;
  Violation violation_of(const Atom& x) const override;
  bool has_cheap_violation() const override { return set_->has_cheap_violation(); }
  std::optional<double> minimum(ConstVectorRef g) const override;
  std::optional<double> gauge(ConstVectorRef x) const override;
  Atom start() const override;
  bool is_polytope() const override { return set_->is_polytope(); }
  bool rewards_memory() const override { return set_->rewards_memory(); }
  Faces faces() const override;
  bool is_norm_ball() const override { return set_->is_norm_ball(); }
  bool is_interior(ConstVectorRef x) const override;
  bool accepts_sparse_gradients() const override { return set_->accepts_sparse_gradients(); }

 private:
  struct Memory;
  Memory& hand_in(LmoResult& lmo) const;
  void hand_out(Memory& memory, LmoResult& lmo) const;
  Violation scaled(Violation violation) const;

  std::shared_ptr<const Oracle> set_;
  double factor_;
};

/// C + shift = { x + shift : x in C }.
///
///     Shifted around_ones(L2Ball(3, 0.5), Vector::Ones(3));
class Shifted final : public Oracle {
 public:
  /// Throws InvalidInput unless the shift is finite and has as many entries as the set has
  /// dimensions.
  Shifted(std::shared_ptr<const Oracle> set, Vector shift);
  template <std::derived_from<Oracle> Set>
  Shifted(Set set, Vector shift)
      : Shifted(std::make_shared<const Set>(std::move(set)), std::move(shift)) {}

  const Oracle& set() const { return *set_; }
  const Vector& shift() const { return shift_; }

  std::string name() const override;
  Index dimension() const override { return set_->dimension(); }
  /// Sparse atoms stay sparse if the shift is sparse; others become dense.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// No others if C has several blocks: a shifted vertex of one block does not identify its block.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool has_cheap_violation() const override { return set_->has_cheap_violation(); }
  Atom start() const override;
  bool is_polytope() const override { return set_->is_polytope(); }
  bool rewards_memory() const override { return set_->rewards_memory(); }
  /// The blocks of C; only boxes keep their kind.
  Faces faces() const override;
  /// Only if the shift is 0.
  bool is_norm_ball() const override { return is_still_ && set_->is_norm_ball(); }
  bool is_interior(ConstVectorRef x) const override;

 private:
  struct Memory;
  Memory& hand_in(LmoResult& lmo) const;
  void hand_out(Memory& memory, LmoResult& lmo) const;

  std::shared_ptr<const Oracle> set_;
  Vector shift_;
  Atom shift_atom_;  ///< shift_ as an atom, sparse if it has few nonzeros
  bool is_still_ = false;
  bool is_one_block_ = true;
};

/// A C = { A x : x in C } for a matrix A, dense or sparse: <g, A x> = <A'g, x>.
///
///     LinearImage zonotope(LinfBall(5), Matrix::Random(3, 5));
///
/// Membership is known only where A x determines x: A has full column rank, at most a million
/// entries, and a condition number that is not too large.
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
  /// The atom is dense unless the matrix and the atom of C are sparse.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Gives others only if A x determines x and C is a single block.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  /// The violation of the preimage of x, or the distance of x to the range of A.
  Violation violation(ConstVectorRef x) const override;
  Atom start() const override;
  bool is_polytope() const override { return set_->is_polytope(); }
  bool rewards_memory() const override { return set_->rewards_memory(); }
  /// Whether C is a norm ball and A is known to be onto.
  bool is_norm_ball() const override { return is_onto_ && set_->is_norm_ball(); }
  /// Known only at 0, if 0 is interior to C and A is onto.
  bool is_interior(ConstVectorRef x) const override;

 private:
  struct Memory;
  struct Inverse;  ///< solves A x = y for x
  using AnyMatrix = std::variant<Matrix, Sparse>;
  /// Called once set_ and matrix_ are initialised.
  void prepare();
  LmoResult& hand_in(const Gradient& gradient, const LmoResult& lmo, Memory& memory) const;
  void write_image(const Atom& atom, Memory& memory, Atom& image) const;

  std::shared_ptr<const Oracle> set_;
  AnyMatrix matrix_;
  Index rows_ = 0;
  std::shared_ptr<const Inverse> inverse_;  ///< null if A x does not determine x
  bool is_onto_ = false;
  bool is_one_block_ = true;
};

/// C_1 + C_2 + ... = { x_1 + x_2 + ... : x_i in C_i }, all in the same space. Membership is
/// unknown, except for points that are not finite.
///
///     MinkowskiSum rounded(LinfBall(3), L2Ball(3, 0.1));
class MinkowskiSum final : public Oracle {
 public:
  /// Throws InvalidInput unless there are parts, all of the same dimension.
  explicit MinkowskiSum(std::vector<std::shared_ptr<const Oracle>> parts);

  /// Two sets or more, by value.
  template <std::derived_from<Oracle> First, std::derived_from<Oracle>... Others>
  requires(sizeof...(Others) > 0) explicit MinkowskiSum(First first, Others... others)
      : MinkowskiSum(std::vector<std::shared_ptr<const Oracle>>{
            std::make_shared<const First>(std::move(first)),
            std::make_shared<const Others>(std::move(others))...}) {}

  std::size_t count() const { return parts_.size(); }
  const Oracle& part(std::size_t i) const { return *parts_.at(i); }

  std::string name() const override;
  Index dimension() const override { return parts_.front()->dimension(); }
  /// The sum of the parts' minimisers. Each part gets an equal share of lmo.accuracy;
  /// lmo.error is the sum of theirs.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  Atom start() const override;
  /// If every part is one.
  bool is_polytope() const override;
  bool rewards_memory() const override;
  bool is_norm_ball() const override;
  /// Known only at 0: if it is in every part and interior to one.
  bool is_interior(ConstVectorRef x) const override;

 private:
  struct Memory;

  std::vector<std::shared_ptr<const Oracle>> parts_;
};

/// C_1 x C_2 x ...: consecutive blocks of variables, each in its own set.
///
///     Product both(L1Ball(3, 2.0), Simplex(4));
///     Product many(std::move(vector_of_shared_or_unique_pointers));
class Product final : public Oracle {
 public:
  explicit Product(std::vector<std::shared_ptr<const Oracle>> parts);
  explicit Product(std::vector<std::unique_ptr<Oracle>> parts);

  /// Two sets or more, by value.
  template <std::derived_from<Oracle> First, std::derived_from<Oracle>... Others>
  requires(sizeof...(Others) > 0) explicit Product(First first, Others... others)
      : Product(std::vector<std::shared_ptr<const Oracle>>{
            std::make_shared<const First>(std::move(first)),
            std::make_shared<const Others>(std::move(others))...}) {}

  std::size_t count() const { return parts_.size(); }
  const Oracle& part(std::size_t i) const { return *parts_.at(i); }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  /// Each part gets an equal share of lmo.accuracy; lmo.error is the sum of theirs.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others are those of the parts, each 0 outside its own block. The remaining number of
  /// `most` is shared equally among the remaining parts.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  /// The violation of the part with the largest violation relative to its size.
  Violation violation(ConstVectorRef x) const override;
  bool has_cheap_violation() const override;
  /// If every part has one.
  std::optional<double> minimum(ConstVectorRef g) const override;
  /// Part by part.
  bool recenter(VectorRef x) const override;
  Atom start() const override;
  bool is_norm_ball() const override;
  bool is_interior(ConstVectorRef x) const override;
  /// If every part is one.
  bool is_polytope() const override;
  bool rewards_memory() const override;
  /// The blocks of the parts, one after the other.
  Faces faces() const override;

 private:
  struct Memory;
  Memory& split(const Gradient& gradient, LmoResult& lmo) const;
  void join(Memory& memory, LmoResult& lmo) const;

  std::vector<std::shared_ptr<const Oracle>> parts_;
  Index dimension_ = 0;
};

}  // namespace acgd
