#pragma once

#include <memory>

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// The convex hull of given atoms and their negatives, the columns of a matrix: the unit ball of
/// the atomic norm, whose dual is the largest |<g, atom>|. To descend in it is matching pursuit: a
/// run moves along one atom at a time and stays in the span of those it starts from.
///
/// If the atoms do not span the space, it is a ball within their span only.
class SymmetricHull final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "symmetric-hull";
    static constexpr std::string_view syntax = "symmetric-hull:FILE";
    static constexpr std::string_view sentence =
        "the convex hull of the rows of a matrix file and their negatives: a ball of atoms";
    static constexpr std::string_view formula =
        "{ w_1 a_1 + ... + w_m a_m : |w_1| + ... + |w_m| <= 1 }";
    static constexpr std::string_view cost = "O(m n) for m atoms";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set symmetric-hull:atoms.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any, "a matrix file with an atom a_i in each row"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput unless the atoms are finite and one of them is not 0.
  explicit SymmetricHull(Matrix atoms);
  /// Shares the atoms instead of copying them.
  explicit SymmetricHull(std::shared_ptr<const Matrix> atoms);

  const Matrix& atoms() const { return *atoms_; }

  std::string name() const override;
  Index dimension() const override { return atoms_->rows(); }
  /// The first atom with the largest |<g, atom>|, with the sign that makes it smallest.
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: the atoms of largest |<g, atom>|, from half the largest one, each once.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  bool is_norm_ball() const override { return true; }
  /// The Euclidean distance of x to the hull.
  Violation violation(ConstVectorRef x) const override;

 private:
  void write(Index atom, double score, Atom& signed_atom) const;

  std::shared_ptr<const Matrix> atoms_;
};

}  // namespace acgd
