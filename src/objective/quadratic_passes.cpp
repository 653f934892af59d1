#include "objective/quadratic_passes.hpp"

#include <algorithm>

#include "linalg/lanes.hpp"

namespace acgd::passes {
namespace {

ACGD_INLINE const Four& four(const double* p) { return *reinterpret_cast<const Four*>(p); }
ACGD_INLINE Four& four(double* p) { return *reinterpret_cast<Four*>(p); }

struct Sums {
  double xg = 0;
  double xh = 0;
  double xx = 0;
};

/// The sums of x g, x Hd and x x over [first, last).
ACGD_CLONES void add_range(const Standing& at, const Coordinate& d, Index first, Index last,
                           Sums& sums) {
  const double *x = at.x, *g = at.g, *b = at.b, *h = d.h;
  const double a = d.a, w = d.w;
  Four xg[2] = {}, xh[2] = {}, xx[2] = {};
  Index i = first;
  for (; i + 8 <= last; i += 8) {
    for (int lane = 0; lane < 2; ++lane) {
      const Index k = i + 4 * lane;
      const Four hd = a * four(h + k) + w * (four(g + k) - four(b + k));
      xg[lane] += four(x + k) * four(g + k);
      xh[lane] += four(x + k) * hd;
      xx[lane] += four(x + k) * four(x + k);
    }
  }
  sums.xg += sum_of(xg[0], xg[1]);
  sums.xh += sum_of(xh[0], xh[1]);
  sums.xx += sum_of(xx[0], xx[1]);
  for (; i < last; ++i) {
    sums.xg += x[i] * g[i];
    sums.xh += x[i] * (a * h[i] + w * (g[i] - b[i]));
    sums.xx += x[i] * x[i];
  }
}

/// Completes sums over all i but j, where d_i = w x_i.
Along complete(const Standing& at, const Coordinate& d, const Sums& sums) {
  const double dj = d.a + d.w * at.x[d.j];
  const double hdj = d.a * d.h[d.j] + d.w * (at.g[d.j] - at.b[d.j]);
  return {.slope = d.w * sums.xg + dj * at.g[d.j],
          .curvature = d.w * sums.xh + dj * hdj,
          .squared_d = d.w * d.w * sums.xx + dj * dj};
}

ACGD_CLONES void vector_pass(const Standing& at, const double* v, double w, const double* hv,
                             double* d, double* hd, Along& line) {
  const double *x = at.x, *g = at.g, *b = at.b;
  Four dg[2] = {}, dh[2] = {}, dd[2] = {};
  Index i = 0;
  for (; i + 8 <= at.n; i += 8) {
    for (int lane = 0; lane < 2; ++lane) {
      const Index k = i + 4 * lane;
      const Four e = four(v + k) + w * four(x + k);
      const Four z = four(hv + k) + w * (four(g + k) - four(b + k));
      four(d + k) = e;
      four(hd + k) = z;
      dg[lane] += e * four(g + k);
      dh[lane] += e * z;
      dd[lane] += e * e;
    }
  }
  line.slope = sum_of(dg[0], dg[1]);
  line.curvature = sum_of(dh[0], dh[1]);
  line.squared_d = sum_of(dd[0], dd[1]);
  for (; i < at.n; ++i) {
    d[i] = v[i] + w * x[i];
    hd[i] = hv[i] + w * (g[i] - b[i]);
    line.slope += d[i] * g[i];
    line.curvature += d[i] * hd[i];
    line.squared_d += d[i] * d[i];
  }
}

ACGD_CLONES double gradient_pass(const double* h, double a, double w, double t, const double* b,
                                 double* g, Index n) {
  Four hh[2] = {};
  Index i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int lane = 0; lane < 2; ++lane) {
      const Index k = i + 4 * lane;
      const Four hd = a * four(h + k) + w * (four(g + k) - four(b + k));
      hh[lane] += hd * hd;
      four(g + k) += t * hd;
    }
  }
  double sum = sum_of(hh[0], hh[1]);
  for (; i < n; ++i) {
    const double hd = a * h[i] + w * (g[i] - b[i]);
    sum += hd * hd;
    g[i] += t * hd;
  }
  return sum;
}

ACGD_CLONES Index differences_in(const double* u, const double* v, Index n) {
  Index count = 0;
  for (Index i = 0; i < n; ++i) count += u[i] == v[i] ? 0 : 1;
  return count;
}

}  // namespace

Along along_coordinate(const Standing& at, const Coordinate& d) {
  Sums sums;
  if (d.w != 0) {
    add_range(at, d, 0, d.j, sums);
    add_range(at, d, d.j + 1, at.n, sums);
  }
  return complete(at, d, sums);
}

Along along_coordinate(const Standing& at, const Coordinate& d, const std::vector<Index>& support) {
  Sums sums;
  if (d.w != 0) {
    for (const Index i : support) {
      if (i == d.j) continue;
      const double xi = at.x[i];
      sums.xg += xi * at.g[i];
      sums.xh += xi * (d.a * d.h[i] + d.w * (at.g[i] - at.b[i]));
      sums.xx += xi * xi;
    }
  }
  return complete(at, d, sums);
}

Along along_vector(const Standing& at, const double* v, double w, const double* hv, double* d,
                   double* hd) {
  Along line;
  vector_pass(at, v, w, hv, d, hd, line);
  return line;
}

Along along_entries(const Standing& at, const std::vector<Entry>& entries, const double* hd) {
  Along line;
  for (const Entry& entry : entries) {
    line.slope += entry.d * at.g[entry.j];
    line.curvature += entry.d * hd[entry.j];
    line.squared_d += entry.d * entry.d;
  }
  return line;
}

void form_hd(const Standing& at, const Coordinate& d, double* hd) {
  for (Index i = 0; i < at.n; ++i) hd[i] = d.a * d.h[i] + d.w * (at.g[i] - at.b[i]);
}

double advance_gradient(const Coordinate& d, double t, const double* b, double* g, Index n) {
  return gradient_pass(d.h, d.a, d.w, t, b, g, n);
}

Index count_differences(const double* u, const double* v, Index n, Index most) {
  constexpr Index kPiece = 256;
  Index count = 0;
  for (Index i = 0; i < n && count <= most; i += kPiece) {
    count += differences_in(u + i, v + i, std::min(kPiece, n - i));
  }
  return count;
}

}  // namespace acgd::passes
