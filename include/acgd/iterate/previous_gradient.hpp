#pragma once

#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/norm/norm.hpp"

namespace acgd {

/// The gradient at the previous iterate, for the Lipschitz estimate.
class PreviousGradient {
 public:
  explicit PreviousGradient(Index size) : entries_(size) {}

  /// False at the first iterate, or if the gradient was not computed at the previous one.
  bool is_known() const { return known_; }
  const Vector& entries() const { return entries_; }

  /// Swaps in the gradient of the iterate that is left; `gradient` receives the old memory.
  /// `computed`: whether the gradient was evaluated there.
  void take(Vector& gradient, bool computed) {
    entries_.swap(gradient);
    known_ = computed;
  }

  /// ||g - previous||_*, or nothing if there is no previous gradient
  std::optional<double> change(const Vector& g, const Norm& norm) {
    if (!known_) return std::nullopt;
    return dual_distance(g, entries_, norm);
  }
  /// ||g - other||_*, without allocating the difference
  double dual_distance(const Vector& g, const Vector& other, const Norm& norm) {
    difference_ = g - other;
    return norm.dual(difference_);
  }
  /// ||x - other||
  double distance(const Vector& x, const Vector& other, const Norm& norm) {
    difference_ = x - other;
    return norm.of(difference_);
  }

  void visit(Archive& archive) {
    visit(archive, [&archive](Vector& entries) { archive(entries); });
  }
  /// As above; `visit_entries` archives the entries.
  template <class VisitEntries>
  void visit(Archive& archive, const VisitEntries& visit_entries) {
    archive(known_);
    if (known_) visit_entries(entries_);
  }

 private:
  Vector entries_;
  Vector difference_;  ///< workspace
  bool known_ = false;
};

}  // namespace acgd
