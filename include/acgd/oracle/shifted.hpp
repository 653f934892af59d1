#pragma once

#include <concepts>
#include <memory>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

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
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// None if C has several blocks: a vertex of one of them is 0 in the others, and does not tell of
  /// which it is.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
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
  Memory& hand_in(OracleCall& answer) const;
  void hand_out(Memory& memory, OracleCall& answer) const;

  std::shared_ptr<const Oracle> set_;
  Vector shift_;
  Atom shift_atom_;  ///< the same, of few entries if it has few
  bool is_still_ = false;
  bool is_one_block_ = true;
};

}  // namespace acgd
