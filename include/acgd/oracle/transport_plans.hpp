#pragma once

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Transport plans, by the stacked columns of X: entries >= 0, with given sums of rows and columns.
/// The minimiser is a cheapest plan, by the network simplex method; each call begins where the last
/// one ended, so that costs that change little are soon served.
class TransportPlans final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "transport";
    static constexpr std::string_view syntax = "transport:FILE";
    static constexpr std::string_view sentence = "matrices with given sums of rows and columns";
    static constexpr std::string_view formula =
        "{ X : X_ij >= 0, row i sums to r_i, column j to c_j }.\n"
        "The variables are the columns of X, one after the other.";
    static constexpr std::string_view cost = "a cheapest plan, by the network simplex";
    static constexpr std::string_view example =
        "--objective zakharov --dim 6 --set transport:margins.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {
          {"file", file, range::any,
           "two lines: the sums of the rows, and those of the columns; both have the same sum"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput for margins that are negative, not finite or do not have the same sum.
  TransportPlans(Vector rows, Vector columns);

  const Vector& rows() const { return rows_; }
  const Vector& columns() const { return columns_; }

  std::string name() const override;
  Index dimension() const override { return rows_.size() * columns_.size(); }
  /// lmo.error is what the rounding of costs to integers may cost.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  Vector rows_;
  Vector columns_;
};

}  // namespace acgd
