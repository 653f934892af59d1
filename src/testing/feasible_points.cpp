#include "testing/feasible_points.hpp"

#include <algorithm>

namespace acgd {

Vector normal_vector(Index size, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Vector v(size);
  for (Index i = 0; i < size; ++i) v[i] = normal(random);
  return v;
}

FeasiblePoints::FeasiblePoints(const Oracle& oracle, const Matrix& known, double tolerance)
    : oracle_(oracle), center_(known.rowwise().mean()), tolerance_(tolerance) {
  spread_ = known.colwise() - center_;
  const double farthest = spread_.colwise().norm().maxCoeff();
  reach_ = farthest > 0 ? 4 * farthest : std::max(1.0, center_.norm());
}

Vector FeasiblePoints::boundary_point(const Vector& direction) const {
  const double length = direction.norm();
  if (!(length > 0)) return center_;
  const Vector outward = (reach_ / length) * direction;
  const auto at = [&](double t) -> Vector { return center_ + t * outward; };
  const auto is_inside = [&](double t) { return oracle_.contains(at(t), tolerance_); };
  double inside = 0;
  double outside = 1;
  if (is_inside(outside)) return at(outside);
  constexpr int halvings = 32;  // to 1e-9 of the reach
  for (int i = 0; i < halvings; ++i) {
    const double middle = (inside + outside) / 2;
    (is_inside(middle) ? inside : outside) = middle;
  }
  return at(inside);
}

Matrix FeasiblePoints::boundary_points(Index count, std::mt19937_64& random) const {
  Matrix points(center_.size(), count);
  for (Index j = 0; j < count; ++j) points.col(j) = boundary_point(random_direction(j, random));
  return points;
}

Vector FeasiblePoints::random_direction(Index kind, std::mt19937_64& random) const {
  const Index size = center_.size();
  std::uniform_int_distribution<Index> coordinate(0, size - 1);
  Vector direction = Vector::Zero(size);
  switch (kind % 5) {
    case 0:
      return normal_vector(size, random);
    case 1:
      return spread_ * normal_vector(spread_.cols(), random);
    case 2:
      direction = normal_vector(size, random);
      direction.array() -= direction.mean();
      return direction;
    case 3:
      direction[coordinate(random)] = kind % 2 == 0 ? 1 : -1;
      return direction;
    default:
      direction[coordinate(random)] += 1;
      direction[coordinate(random)] -= 1;
      return direction;
  }
}

}  // namespace acgd
