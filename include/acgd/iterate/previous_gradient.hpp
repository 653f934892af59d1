#pragma once

#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/norm/norm.hpp"

namespace acgd {

/// The gradient at the point before this one, which a Lipschitz estimate compares with.
class PreviousGradient {
 public:
  explicit PreviousGradient(Index size) : entries_(size) {}

  /// Nothing at the first point, or where the gradient was never asked for.
  bool is_known() const { return known_; }
  const Vector& entries() const { return entries_; }

  /// Takes the gradient of a point that is left, if it was computed there, and gives its own memory
  /// for the next one.
  void take(Vector& gradient, bool computed) {
    entries_.swap(gradient);
    known_ = computed;
  }

  /// ||g - previous||_*, or nothing at the first point
  std::optional<double> change(const Vector& g, const Norm& norm) {
    if (!known_) return std::nullopt;
    return dual_distance(g, entries_, norm);
  }
  /// ||g - other||_* of any two, without another vector for their difference
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
  /// The same of one whose entries go into an archive in a way of their own.
  template <class VisitEntries>
  void visit(Archive& archive, const VisitEntries& visit_entries) {
    archive(known_);
    if (known_) visit_entries(entries_);
  }

 private:
  Vector entries_;
  Vector difference_;  ///< empty before there was one
  bool known_ = false;
};

}  // namespace acgd
