#include "acgd/fit/biases.hpp"

#include <cmath>

#include "acgd/core/error.hpp"

namespace acgd {
namespace {

// Of the right-hand side; what is left is rounding.
constexpr double kResidual = 1e-13;
// In exact arithmetic as many as columns suffice; damping makes it a few dozen.
constexpr Index kMostRounds = 1000;

/// 1 / x, or 0 for a row or column that nothing is known of.
Vector inverse(const Vector& x) {
  return x.unaryExpr([](double d) { return d > 0 ? 1 / d : 0.0; });
}

double mean_value(const ObservedMatrix& seen) {
  double sum = 0, total = 0;
  for (const Observation& o : seen.entries) {
    sum += o.weight * o.value;
    total += o.weight;
  }
  if (!(total > 0)) throw InvalidInput("observed: every weight is 0, must not all be");
  if (!std::isfinite(sum)) throw InvalidInput("observed: the sum of the values is not finite");
  return sum / total;
}

/// (R + damping) row + W col = p, W' row + (C + damping) col = q, where W are the weights, R and C
/// their sums: what the biases have to fulfil.
class NormalEquations {
 public:
  NormalEquations(const ObservedMatrix& seen, double mean, double damping)
      : seen_(seen),
        p_(Vector::Zero(seen.rows)),
        q_(Vector::Zero(seen.cols)),
        by_col_(Vector::Constant(seen.cols, damping)) {
    Vector by_row = Vector::Constant(seen.rows, damping);
    for (const Observation& o : seen.entries) {
      p_[o.row] += o.weight * (o.value - mean);
      q_[o.col] += o.weight * (o.value - mean);
      by_row[o.row] += o.weight;
      by_col_[o.col] += o.weight;
    }
    row_inverse_ = inverse(by_row);
  }

  /// The rows that are best for these columns.
  Vector rows_for(const Vector& col) const { return row_inverse_.cwiseProduct(p_ - row_sums(col)); }

  /// (C + damping - W' (R + damping)^-1 W) col = q - W' (R + damping)^-1 p
  Vector solve_columns() const {
    const Vector scale = inverse(by_col_);
    Vector col = Vector::Zero(q_.size());
    Vector residual = q_ - col_sums(row_inverse_.cwiseProduct(p_));
    Vector z = scale.cwiseProduct(residual), direction = z;
    double size = residual.dot(z);
    const double enough = kResidual * kResidual * size;
    for (Index round = 0; round < kMostRounds && size > enough; ++round) {
      const Vector image = apply(direction);
      const double bend = direction.dot(image);
      if (!(bend > 0)) break;  // rounding, or a shift from rows to columns that changes nothing
      col += size / bend * direction;
      residual -= size / bend * image;
      z = scale.cwiseProduct(residual);
      const double before = size;
      size = residual.dot(z);
      direction = z + size / before * direction;
    }
    return col;
  }

 private:
  Vector apply(const Vector& col) const {
    return by_col_.cwiseProduct(col) - col_sums(row_inverse_.cwiseProduct(row_sums(col)));
  }
  /// W col
  Vector row_sums(const Vector& col) const {
    Vector sums = Vector::Zero(p_.size());
    for (const Observation& o : seen_.entries) sums[o.row] += o.weight * col[o.col];
    return sums;
  }
  /// W' row
  Vector col_sums(const Vector& row) const {
    Vector sums = Vector::Zero(q_.size());
    for (const Observation& o : seen_.entries) sums[o.col] += o.weight * row[o.row];
    return sums;
  }

  const ObservedMatrix& seen_;
  Vector p_, q_;
  Vector by_col_;       ///< C + damping
  Vector row_inverse_;  ///< 1 / (R + damping)
};

}  // namespace

Biases fit_biases(const ObservedMatrix& seen, const BiasOptions& options) {
  validate(options);
  check_observations(seen.rows, seen.cols, seen.entries);
  const double mean = mean_value(seen);
  Biases result{.mean = options.center ? mean : 0};
  if (!options.biases) return result;
  const NormalEquations equations(seen, result.mean, options.damping);
  result.col = equations.solve_columns();
  result.row = equations.rows_for(result.col);
  return result;
}

ObservedMatrix subtract(ObservedMatrix seen, const Biases& biases) {
  for (Observation& o : seen.entries) o.value -= biases.at(o.row, o.col);
  return seen;
}

}  // namespace acgd
