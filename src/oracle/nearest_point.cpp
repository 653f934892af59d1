#include "oracle/nearest_point.hpp"

#include <algorithm>
#include <vector>

#include "linalg/decompositions.hpp"

namespace acgd {
namespace {

/// Wolfe's method (Mathematical Programming 11, 1976) for the point of smallest norm in a hull.
///
/// It keeps an affinely independent subset of the columns, the corral, with positive weights, whose
/// combination is the point of smallest norm of the corral's affine hull. A column on the near side
/// of that point joins; columns whose weights would turn negative leave. The norm falls every time,
/// so no corral comes back and the method ends; asking for that fall catches what rounding does.
class NearestPoint {
 public:
  explicit NearestPoint(const Matrix& columns) : columns_(columns) {
    Index nearest = 0;
    columns.colwise().squaredNorm().minCoeff(&nearest);
    best_ = {{nearest}, Vector::Ones(1), columns.col(nearest)};
  }

  /// The smallest norm, to about `tolerance`.
  double norm(double tolerance) {
    const Index most_rounds = 100 + 20 * (columns_.rows() + columns_.cols());
    double length = best_.point.norm();
    for (Index round = 0; round < most_rounds && length > tolerance; ++round) {
      Index next = 0;
      const double support = (columns_.transpose() * best_.point).minCoeff(&next);
      // support / length is a lower bound of the smallest norm, and length an upper one.
      if (length - support / length <= tolerance) break;
      if (std::ranges::find(best_.corral, next) != best_.corral.end()) break;
      Combination trial = joined(best_, next);
      const double trial_length = trial.point.norm();
      if (!(trial_length < length)) break;
      best_ = std::move(trial);
      length = trial_length;
    }
    return length <= tolerance ? 0 : length;
  }

 private:
  struct Combination {
    std::vector<Index> corral;
    Vector weights;
    Vector point;  ///< the columns of the corral times their weights
  };

  Combination joined(Combination now, Index column) const {
    now.corral.push_back(column);
    now.weights.conservativeResize(now.weights.size() + 1);
    now.weights[now.weights.size() - 1] = 0;
    Combination target = affine_minimizer(now.corral);
    while (now.corral.size() > 1 && target.weights.minCoeff() <= 0) {
      shrink_toward(target.weights, now);
      target = affine_minimizer(now.corral);
    }
    return target;
  }

  /// Moves the weights toward `target` until the first of them is zero, and drops that column.
  static void shrink_toward(const Vector& target, Combination& now) {
    Vector& weights = now.weights;
    double share = 1;
    Index first = -1;
    for (Index i = 0; i < target.size(); ++i) {
      if (target[i] > 0) continue;
      const double here = weights[i] > 0 ? weights[i] / (weights[i] - target[i]) : 0;
      if (first < 0 || here < share) {
        share = here;
        first = i;
      }
    }
    weights += share * (target - weights);
    const Index after = weights.size() - first - 1;
    weights.segment(first, after) = weights.tail(after).eval();
    weights.conservativeResize(weights.size() - 1);
    now.corral.erase(now.corral.begin() + first);
  }

  /// The corral's combination of smallest norm, with weights that sum to 1 but may be negative.
  Combination affine_minimizer(const std::vector<Index>& corral) const {
    const auto count = static_cast<Index>(corral.size());
    const Vector origin = columns_.col(corral.front());
    Combination best{corral, Vector::Unit(count, 0), origin};
    if (count == 1) return best;
    Matrix edges(columns_.rows(), count - 1);
    for (Index i = 1; i < count; ++i) edges.col(i - 1) = columns_.col(corral[i]) - origin;
    // Column pivoting gives columns that rounding has made dependent the weight 0: they leave.
    const LeastSquaresFactor solver(edges);
    // The second pass makes the point orthogonal to the edges relative to its own length, which may
    // be far below that of the columns; scores of columns near the corral depend on it.
    for (int pass = 0; pass < 2; ++pass) {
      const Vector shift = solver.solve(-best.point);
      best.point += edges * shift;
      best.weights.tail(count - 1) += shift;
    }
    best.weights[0] = 1 - best.weights.tail(count - 1).sum();
    return best;
  }

  const Matrix& columns_;
  Combination best_;
};

}  // namespace

double distance_to_hull(const Matrix& points, ConstVectorRef x) {
  Matrix shifted = points.colwise() - x;
  const double scale = shifted.cwiseAbs().maxCoeff();
  if (scale == 0) return 0;
  shifted /= scale;
  constexpr double rounding = 1e-14;
  const double longest = shifted.colwise().norm().maxCoeff();
  return scale * NearestPoint(shifted).norm(rounding * longest);
}

}  // namespace acgd
