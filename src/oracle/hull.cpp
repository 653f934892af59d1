#include "acgd/oracle/hull.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/nearest_point.hpp"
#include "oracle/promising.hpp"

namespace acgd {
namespace {

/// Keeps of the chosen points, by their scores, those that differ from the best one and from each
/// other: a list may have a point twice. The same point has the same score but for rounding.
void drop_repeated(const Matrix& points, Index best, Promising& promising) {
  const Vector& scores = promising.scores;
  const double rounding = 1e-9 * scores.cwiseAbs().maxCoeff();
  const auto is_same = [&](Index a, Index b) {
    return scores[a] - scores[b] <= rounding && points.col(a) == points.col(b);
  };
  std::vector<Index>& chosen = promising.indices;
  std::size_t kept = 0;
  for (const Index point : chosen) {
    bool is_new = !is_same(point, best);
    for (std::size_t k = kept; is_new && k > 0; --k) {
      if (scores[point] - scores[chosen[k - 1]] > rounding) break;
      is_new = !is_same(point, chosen[k - 1]);
    }
    if (is_new) chosen[kept++] = point;
  }
  chosen.resize(kept);
}

}  // namespace

ConvexHull::ConvexHull(Matrix points)
    : ConvexHull(std::make_shared<const Matrix>(std::move(points))) {}

ConvexHull::ConvexHull(std::shared_ptr<const Matrix> points) : points_(std::move(points)) {
  if (!points_) throw InvalidInput("points = null: must be a matrix with a point in each column");
  require_at_least("rows of points (the dimension)", points_->rows(), 1);
  require_at_least("columns of points (one each)", points_->cols(), 1);
  if (points_->allFinite()) return;
  for (Index j = 0; j < points_->cols(); ++j) {
    for (Index i = 0; i < points_->rows(); ++i) {
      const double entry = (*points_)(i, j);
      if (std::isfinite(entry)) continue;
      throw InvalidInput(compose("points({}, {}) = {}: must be finite", i, j, entry));
    }
  }
}

std::unique_ptr<Oracle> ConvexHull::Parameters::begin(const SetContext& context) const {
  return std::make_unique<ConvexHull>(Matrix(context.reader().matrix(file).transpose()));
}

std::string ConvexHull::name() const {
  return compose("convex hull of {} points in R^{}", points_->cols(), dimension());
}

void ConvexHull::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& scores = answer.memory<Promising>().scores;
  scores.resize(points_->cols());
  scores.noalias() = points_->transpose() * g;
  answer.atom.become_dense(dimension()) = points_->col(first_smallest(scores));
}

void ConvexHull::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  if (most <= 0) return;
  Promising& promising = answer.memory<Promising>();
  const Index best = first_smallest(promising.scores);
  promising.choose(promising.scores, halfway_to_mean(promising.scores), best, most);
  drop_repeated(*points_, best, promising);
  for (const Index point : promising.indices) {
    answer.add_other().become_dense(dimension()) = points_->col(point);
  }
}

Violation ConvexHull::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double distance = distance_to_hull(*points_, x);
  if (distance == 0) return {};
  return {distance, compose("the nearest point of the hull is {} away", distance)};
}

// The mean c of the points is in the relative interior. So is every point between c and one of the
// hull: x, if the hull goes on a little beyond it, seen from c.
bool ConvexHull::is_interior(ConstVectorRef x) const {
  constexpr double kLittle = 1e-6;
  const Matrix around = points_->colwise() - Vector(x);
  if (around.colPivHouseholderQr().rank() < dimension()) return false;
  return distance_to_hull(around, -kLittle * around.rowwise().mean()) == 0;
}

}  // namespace acgd
