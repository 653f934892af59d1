#pragma once

#include <Eigen/SparseCore>
#include <concepts>
#include <memory>
#include <variant>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// factor C = { factor x : x in C }, factor > 0. Its atoms have the shapes of those of C.
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
  /// factor times that of x / factor.
  Violation violation(ConstVectorRef x) const override;
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  bool is_polytope() const override { return set_->is_polytope(); }
  bool rewards_memory() const override { return set_->rewards_memory(); }
  Faces faces() const override;
  bool is_norm_ball() const override { return set_->is_norm_ball(); }
  bool is_interior(ConstVectorRef x) const override { return set_->is_interior(x / factor_); }
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
  /// An atom of few entries stays one if the shift has few, too; any other becomes dense.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// None if C has several blocks: a vertex of one of them is 0 in the others, and does not tell of
  /// which it is.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  Atom start() const override;
  bool is_polytope() const override { return set_->is_polytope(); }
  bool rewards_memory() const override { return set_->rewards_memory(); }
  /// The blocks of C; only those that are boxes keep their kind.
  Faces faces() const override;
  /// Only if nothing is shifted.
  bool is_norm_ball() const override { return is_still_ && set_->is_norm_ball(); }
  bool is_interior(ConstVectorRef x) const override { return set_->is_interior(x - shift_); }

 private:
  struct Memory;
  Memory& hand_in(LmoResult& lmo) const;
  void hand_out(Memory& memory, LmoResult& lmo) const;

  std::shared_ptr<const Oracle> set_;
  Vector shift_;
  Atom shift_atom_;  ///< the same, of few entries if it has few
  bool is_still_ = false;
  bool is_one_block_ = true;
};

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
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Only where A x determines x and C is a single block.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
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
  LmoResult& hand_in(const Gradient& gradient, const LmoResult& lmo, Memory& memory) const;
  void write_image(const Atom& atom, Memory& memory, Atom& image) const;

  std::shared_ptr<const Oracle> set_;
  AnyMatrix matrix_;
  Index rows_ = 0;
  std::shared_ptr<const Inverse> inverse_;  ///< null: there is none
  bool is_onto_ = false;
  bool is_one_block_ = true;
};

/// C_1 + C_2 + ... = { x_1 + x_2 + ... : x_i in C_i }, all in the same space. It cannot tell who
/// belongs to it, except for points that are not finite.
///
///     MinkowskiSum rounded(LinfBall(3), L2Ball(3, 0.1));
class MinkowskiSum final : public Oracle {
 public:
  /// Throws InvalidInput unless there are parts, all of one dimension.
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
  /// Knows of 0 alone: where it is in every part, and inside of one.
  bool is_interior(ConstVectorRef x) const override;

 private:
  struct Memory;

  std::vector<std::shared_ptr<const Oracle>> parts_;
};

/// C_1 x C_2 x ... : the variables come in consecutive blocks, each in a set of its own.
///
///     Product both(L1Ball(3, 2.0), Simplex(4));
///     Product many(std::move(vector_of_shared_or_unique_pointers));
class Product final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "product";
    static constexpr std::string_view syntax = "product:N*SET,N*SET";
    static constexpr std::string_view sentence =
        "one set after the other, each for a block of N of the variables";
    static constexpr std::string_view formula =
        "{ (x_1, x_2, ...) : x_i in C_i }, x_i the next N variables.\n"
        "Of one part N may be left out: it gets what is left. So may N of a matrix of MxN.\n"
        "Behind the name of a file, a comma begins a part if N* or the name of a set follows.";
    static constexpr std::string_view cost = "those of the parts";
    static constexpr std::string_view example =
        "--objective zakharov --dim 8 --set product:3*simplex,5*l1:2";
    static constexpr std::string_view values = "";

    std::string parts = {};

    Description describe() {
      return {{"parts", parts, range::any,
               "sets with how many variables each has, as in 3*simplex,5*l1:2"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

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
  /// The others: those of the parts, each in its own block and 0 elsewhere. Each part may give its
  /// share of what is left of `most`.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  /// That of the part violated most, relative to its size.
  Violation violation(ConstVectorRef x) const override;
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
