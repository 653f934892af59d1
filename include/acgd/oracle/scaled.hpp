#pragma once

#include <concepts>
#include <memory>

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
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
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
  Memory& hand_in(OracleCall& answer) const;
  void hand_out(Memory& memory, OracleCall& answer) const;
  Violation scaled(Violation violation) const;

  std::shared_ptr<const Oracle> set_;
  double factor_;
};

}  // namespace acgd
