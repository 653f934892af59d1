#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// A penalty in place of a constraint: lambda * gauge_C(x), where C contains 0 and
/// gauge_C(x) = min { s >= 0 : x in s C }. For a norm ball it is lambda ||x|| / radius.
///
///     Penalty lasso(L1Ball(100), 0.1);                  // 0.1 ||x||_1
///     Penalty nonnegative = Penalty::nonnegative(100);  // x >= 0
///
/// Penalties of consecutive blocks of variables add up:
///
///     Penalty both({Penalty(L1Ball(100), 0.1), Penalty::free(3)});
class Penalty {
 public:
  /// One block of the variables: lambda times the gauge of a set or, without a set, the sum of
  /// weights_i |x_i| between bounds that may be infinite, and are if the weight is positive.
  struct Part {
    std::shared_ptr<const Oracle> set = {};
    double lambda = 0;
    Vector weights = {};
    Vector lower = {};
    Vector upper = {};

    Index dimension() const { return set ? set->dimension() : lower.size(); }
  };

  /// Throws InvalidInput unless 0 is in the set and lambda is finite and >= 0. With lambda = 0, x
  /// is in the cone of the set: any vector if 0 is in its interior.
  Penalty(std::shared_ptr<const Oracle> set, double lambda);
  template <std::derived_from<Oracle> Set>
  Penalty(Set set, double lambda) : Penalty(std::make_shared<const Set>(std::move(set)), lambda) {}
  /// One after the other. Throws InvalidInput if there is none.
  explicit Penalty(const std::vector<Penalty>& parts);

  /// lower <= x <= upper without a penalty; bounds may be infinite. Throws InvalidInput unless
  /// lower <= 0 <= upper.
  static Penalty bounds(Vector lower, Vector upper);
  /// x >= 0
  static Penalty nonnegative(Index dimension);
  /// Variables without bounds or penalty.
  static Penalty free(Index dimension);
  /// sum of weights_i |x_i|, weights >= 0 and finite; variables of weight 0 are free. If `positive`,
  /// all variables are >= 0.
  static Penalty weighted_l1(Vector weights, bool positive = false);

  const std::vector<Part>& parts() const { return parts_; }
  Index dimension() const;
  std::string name() const;

  /// The penalty at x; infinite outside of the cone or the bounds. Absent if a gauge has no closed
  /// form.
  std::optional<double> value(ConstVectorRef x) const;

 private:
  Penalty() = default;

  std::vector<Part> parts_;
};

}  // namespace acgd
