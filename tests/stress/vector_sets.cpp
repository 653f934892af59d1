// Sets of sparse, ordered and grouped vectors, by independent formulas.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "acgd/acgd.hpp"
#include "stress/sets.hpp"

namespace stress {
namespace {

using namespace acgd;

/// Absolute values of the entries in descending order.
Vector ordered_sizes(const Vector& x) {
  Vector sizes = x.cwiseAbs();
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

Vector ordered(Vector x) {
  std::sort(x.begin(), x.end(), std::greater<>());
  return x;
}

double above_one(double share) { return std::max(0.0, share - 1); }

/// Bisection for the shift at which clamp(x - shift) sums to total.
Vector project_on_capped(const Vector& x, double top, double total) {
  double low = x.minCoeff() - top, high = x.maxCoeff();
  for (int i = 0; i < 200; ++i) {
    const double shift = (low + high) / 2;
    const double sum = (x.array() - shift).cwiseMax(0).cwiseMin(top).sum();
    (sum > total ? low : high) = shift;
  }
  return (x.array() - (low + high) / 2).cwiseMax(0).cwiseMin(top);
}

GeneratedSet k_sparse(Draw& draw, Index n, double radius) {
  const Index k = draw.index(1, n + 1);
  const auto count = static_cast<double>(k);
  return {std::make_shared<KSparsePolytope>(n, k, radius),
          [=](const Vector& x) {
            const Vector sizes = x.cwiseAbs() / radius;
            return above_one(std::max(sizes.maxCoeff(), sizes.sum() / count));
          },
          nullptr,
          [=](const Vector& g) { return radius * ordered_sizes(g).head(std::min(k, n)).sum(); },
          std::to_string(k) + "-sparse polytope"};
}

GeneratedSet k_norm(Draw& draw, Index n, double radius) {
  const Index k = draw.index(1, n + 1);
  const auto count = static_cast<double>(k);
  return {std::make_shared<KNormBall>(n, k, radius),
          [=](const Vector& x) {
            return above_one(ordered_sizes(x).head(std::min(k, n)).sum() / radius);
          },
          nullptr,
          [=](const Vector& g) {
            const Vector sizes = g.cwiseAbs();
            return radius * std::max(sizes.maxCoeff(), sizes.sum() / count);
          },
          "ball of the sum of the " + std::to_string(k) + " largest"};
}

GeneratedSet hypersimplex(Draw& draw, Index n, double top) {
  const Index k = draw.index(1, n);
  const double total = static_cast<double>(k) * top;
  const auto out_of_range = [=](const Vector& x) {
    return std::max({0.0, -x.minCoeff() / top, x.maxCoeff() / top - 1});
  };
  const std::string text = "hypersimplex of " + std::to_string(k);
  if (draw.chance(0.5)) {
    return {
        std::make_shared<Hypersimplex>(n, k, top),
        [=](const Vector& x) { return std::max(out_of_range(x), std::abs(x.sum() / total - 1)); },
        [=](const Vector& x) { return project_on_capped(x, top, total); },
        [=](const Vector& g) { return top * ordered(g).head(k).sum(); }, text};
  }
  return {std::make_shared<Hypersimplex>(n, k, top, Relation::at_most),
          [=](const Vector& x) { return std::max(out_of_range(x), above_one(x.sum() / total)); },
          [=](const Vector& x) -> Vector {
            const Vector clamped = x.cwiseMax(0).cwiseMin(top);
            return clamped.sum() <= total ? clamped : project_on_capped(x, top, total);
          },
          [=](const Vector& g) { return top * ordered(g).head(k).cwiseMax(0).sum(); },
          "unit " + text};
}

/// With 0 inside, so that the gauge decides membership.
GeneratedSet diamond(Draw& draw, Index n, double radius) {
  Vector lower(n), upper(n);
  for (Index i = 0; i < n; ++i) {
    lower[i] = -radius * draw.power(-1, 0);
    upper[i] = radius * draw.power(-1, 0);
  }
  return {std::make_shared<Diamond>(lower, upper),
          [=](const Vector& x) {
            return above_one(x.cwiseQuotient(upper).cwiseMax(x.cwiseQuotient(lower)).sum());
          },
          nullptr,
          [=](const Vector& g) {
            return g.cwiseProduct(lower).cwiseMax(g.cwiseProduct(upper)).maxCoeff();
          },
          "diamond"};
}

/// Both formulas are duals in the multiplier m of the row.
GeneratedSet knapsack(Draw& draw, Index n, double radius) {
  Vector lower(n), upper(n), a(n);
  for (Index i = 0; i < n; ++i) {
    lower[i] = draw.chance(0.5) ? 0 : -radius * draw.power(-1, 0);
    upper[i] = radius * draw.power(-1, 0);
    a[i] = draw.chance(0.1) ? 0 : draw.chance(0.5) ? 1 : draw.normals(1)[0];
  }
  const double size = std::max(a.cwiseAbs().dot(upper.cwiseMax(-lower)), radius);
  const double total = a.dot(lower + draw.uniform(0.2, 0.8) * (upper - lower));
  const bool at_most = draw.chance(0.5);
  const auto off = [=](const Vector& x) {
    const double above = (a.dot(x) - total) / size;
    return at_most ? std::max(0.0, above) : std::abs(above);
  };
  const auto nearest = [=](const Vector& x, double m) -> Vector {
    return (x - m * a).cwiseMax(lower).cwiseMin(upper);
  };
  return {std::make_shared<Knapsack>(lower, upper, a, total,
                                     at_most ? Relation::at_most : Relation::equal),
          [=](const Vector& x) {
            const double outside = std::max((lower - x).maxCoeff(), (x - upper).maxCoeff());
            return std::max({0.0, outside / radius, off(x)});
          },
          [=](const Vector& x) -> Vector {
            if (at_most && a.dot(nearest(x, 0)) <= total) return nearest(x, 0);
            double low = -1, high = 1;
            while (a.dot(nearest(x, low)) < total && low > -1e12) low *= 2;
            while (a.dot(nearest(x, high)) > total && high < 1e12) high *= 2;
            for (int i = 0; i < 200; ++i) {
              const double m = (low + high) / 2;
              (a.dot(nearest(x, m)) > total ? low : high) = m;
            }
            return nearest(x, (low + high) / 2);
          },
          [=](const Vector& g) {
            double best = std::numeric_limits<double>::infinity();
            const auto try_multiplier = [&](double m) {
              const Vector r = g - m * a;
              best = std::min(
                  best, m * total + r.cwiseProduct(lower).cwiseMax(r.cwiseProduct(upper)).sum());
            };
            try_multiplier(0);
            for (Index i = 0; i < n; ++i) {
              if (a[i] != 0 && (!at_most || g[i] / a[i] > 0)) try_multiplier(g[i] / a[i]);
            }
            return best;
          },
          at_most ? "knapsack" : "equality knapsack"};
}

GeneratedSet axes_ellipsoid(Draw& draw, Index n, double radius) {
  const Vector center = draw.chance(0.5) ? Vector(radius * draw.normals(n)) : Vector::Zero(n);
  Vector radii(n);
  for (double& axis : radii) axis = radius * draw.power(-1, 1);
  return {std::make_shared<Ellipsoid>(center, radii),
          [=](const Vector& x) { return above_one((x - center).cwiseQuotient(radii).norm()); },
          nullptr, [=](const Vector& g) { return g.dot(center) + radii.cwiseProduct(g).norm(); },
          "ellipsoid"};
}

GeneratedSet permutahedron(Draw& draw, Index n, double radius) {
  const Vector values = ordered(radius * draw.normals(n));
  const double size = values.cwiseAbs().sum();
  return {std::make_shared<Permutahedron>(values),
          [=](const Vector& x) {
            const Vector mine = ordered(x);
            double worst = std::abs(x.sum() - values.sum());
            for (Index k = 1; k < n; ++k) {
              worst = std::max(worst, mine.head(k).sum() - values.head(k).sum());
            }
            return worst / size;
          },
          nullptr, [=](const Vector& g) { return ordered(g).dot(values); }, "permutahedron"};
}

GeneratedSet owl_ball(Draw& draw, Index n, double radius) {
  Vector weights = ordered(draw.weights(n));
  weights /= weights[0];
  return {std::make_shared<OwlBall>(weights, radius),
          [=](const Vector& x) { return above_one(weights.dot(ordered_sizes(x)) / radius); },
          nullptr,
          [=](const Vector& g) {
            const Vector sizes = ordered_sizes(g);
            double most = 0;
            for (Index k = 1; k <= n; ++k) {
              most = std::max(most, sizes.head(k).sum() / weights.head(k).sum());
            }
            return radius * most;
          },
          "ordered weighted l1 ball"};
}

GeneratedSet group_ball(Draw& draw, Index n, double radius) {
  // Interleaved variables, so that a group is not contiguous.
  const Index count = draw.index(1, n);
  Vector numbers(n);
  for (Index i = 0; i < n; ++i) numbers[i] = static_cast<double>(i % count);
  const bool linf = draw.chance(0.5);
  const auto norms = [=](const Vector& x, bool of_sizes, bool largest) {
    Vector sums = Vector::Zero(count);
    for (Index i = 0; i < n; ++i) {
      double& sum = sums[i % count];
      const double size = std::abs(x[i]);
      sum = largest ? std::max(sum, size) : of_sizes ? sum + size : std::hypot(sum, size);
    }
    return sums;
  };
  return {std::make_shared<GroupBall>(Groups::of_variables(numbers),
                                      linf ? WithinGroup::linf : WithinGroup::l2, radius),
          [=](const Vector& x) { return above_one(norms(x, false, linf).sum() / radius); }, nullptr,
          [=](const Vector& g) { return radius * norms(g, linf, false).maxCoeff(); },
          std::string(linf ? "linf" : "l2") + " ball of " + std::to_string(count) + " groups"};
}

}  // namespace

GeneratedSet draw_vector_set(Draw& draw, Index n, double radius) {
  switch (draw.index(0, 8)) {
    case 0:
      return k_sparse(draw, n, radius);
    case 1:
      return k_norm(draw, n, radius);
    case 2:
      return hypersimplex(draw, n, radius);
    case 3:
      return diamond(draw, n, radius);
    case 4:
      return axes_ellipsoid(draw, n, radius);
    case 5:
      return permutahedron(draw, n, radius);
    case 6:
      return owl_ball(draw, n, radius);
    case 7:
      return knapsack(draw, n, radius);
    default:
      return group_ball(draw, n, radius);
  }
}

}  // namespace stress
