#include "acgd/linalg/singular_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/decompositions.hpp"
#include "linalg/kernels.hpp"
#include "linalg/lanczos.hpp"
#include "linalg/singular_pair.hpp"

namespace acgd {

namespace {

// Up to this small side the whole Gram matrix costs no more products than a Krylov space.
constexpr Index kDirectSize = 16;
// Where Lanczos gives up, a Gram matrix of this side is still cheap to decompose.
constexpr Index kFallbackSize = 1000;

// Most calls end in a small Krylov space; those that do not get larger ones and stricter orders.
struct Effort {
  Index krylov_size;
  Index max_restarts;
  double share;  ///< of the residual that the accuracy allows
};
constexpr Effort efforts[] = {{10, 12, 1}, {40, 40, 0.1}, {120, 40, 0}};

constexpr double kLoosestTolerance = 1e-2;

// A Krylov space is asked every few products whether it is enough.
constexpr Index kProductsBetweenChecks = 3;

/// How far Lanczos came.
struct HowFar {
  bool exact = false;  ///< converged to rounding, by its own measure
  double gap = 0;      ///< between its two largest eigenvalues
};

/// x -> B'B x / scale^2, where B is A or A', whichever has fewer columns.
class Gram {
 public:
  Gram(const MatrixOperator& a, Vector& image)
      : a_(a), flipped_(a.rows() < a.cols()), image_(image) {
    image_.resize(std::max(a.rows(), a.cols()));
  }

  Index rows() const { return std::min(a_.rows(), a_.cols()); }
  bool flipped() const { return flipped_; }
  double scale() const { return scale_; }

  /// y = B x / scale
  void forward(ConstVectorRef x, VectorRef y) const {
    flipped_ ? a_.multiply_adjoint(x, y) : a_.multiply(x, y);
    y /= scale_;
  }
  /// x = B' y / scale
  void back(ConstVectorRef y, VectorRef x) const {
    flipped_ ? a_.multiply(y, x) : a_.multiply_adjoint(y, x);
    x /= scale_;
  }
  void perform_op(const double* x, double* y) const {
    forward(Eigen::Map<const Vector>(x, rows()), image_);
    Eigen::Map<Vector> result(y, rows());
    back(image_, result);
  }

  /// Makes the scale a lower estimate of the largest singular value, so that squares stay in range,
  /// and x the unit vector along B'B x. The scale is 0 if B x = 0, and not finite if B is not.
  void scale_by(Vector& x) {
    scale_ = 1;
    forward(x, image_);
    const double length = image_.stableNorm();
    if (length > 0 && std::isfinite(length)) {
      image_ /= length;
      back(image_, x);
    }
    scale_ = length > 0 && std::isfinite(length) ? x.stableNorm() : length;
    if (scale_ > 0) x /= scale_;
    shrinkage_ = length / scale_;
  }
  /// |B'B x0| / scale^2 for the unit vector x0 that scale_by() was given: at most 1, and the
  /// smaller, the more scale_by() favoured the top direction.
  double shrinkage() const { return shrinkage_; }

 private:
  const MatrixOperator& a_;
  bool flipped_;
  double scale_ = 1;
  double shrinkage_ = 1;
  Vector& image_;
};

HowFar iterate(Gram& gram, const Effort& effort, double tolerance, double rounding, Vector& x) {
  tolerance = std::clamp(effort.share * tolerance, rounding, kLoosestTolerance);
  const auto product = [&](const double* in, double* out) { gram.perform_op(in, out); };
  const LanczosProgress progress =
      lanczos(gram.rows(), product, {effort.krylov_size, effort.max_restarts, tolerance}, x);
  return {progress.converged && tolerance == rounding, progress.gap};
}

void decompose(const Gram& gram, Vector& x) {
  const Index n = gram.rows();
  Matrix product(n, n);
  for (Index j = 0; j < n; ++j) {
    x = Vector::Unit(n, j);
    gram.perform_op(x.data(), product.col(j).data());
  }
  Vector values;
  Matrix vectors;
  symmetric_spectrum(product, values, vectors);
  x = vectors.rightCols<1>();
}

/// The vector of a nearby matrix on the side of the Gram matrix, or nothing.
Vector warm_start(const Gram& gram, const SingularPair& pair) {
  const Vector& warm = gram.flipped() ? pair.left : pair.right;
  if (warm.size() != gram.rows() || !warm.allFinite() || warm.norm() == 0) return {};
  return warm.normalized();
}

/// x = the start of the iteration, with the scale of the matrix set by it.
void begin(Gram& gram, const Vector& random, const Vector& warm, Vector& x) {
  x = random;
  if (warm.size() != 0) {
    x += warm;
    x.normalize();
  }
  gram.scale_by(x);
  if (gram.scale() > 0 || std::isnan(gram.scale())) return;
  x = random;
  gram.scale_by(x);
}

/// Turns x, whose length it makes 1, into a pair, improves it by half a power step, and returns the
/// residual r = |B'Bx - s^2 x|, where Bx = s u. The top eigenvalue of B'B is at most s^2 + r / c,
/// where c is the cosine of the angle between x and the top direction; `pair.error` says so in
/// singular values.
double finish(const Gram& gram, Vector& x, double cosine, SingularPair& pair) {
  Vector& small = gram.flipped() ? pair.left : pair.right;
  Vector& large = gram.flipped() ? pair.right : pair.left;
  x.normalize();
  gram.forward(x, large);
  const double s = large.norm();
  large /= s;
  gram.back(large, small);
  const double residual = s * (small - s * x).norm();
  pair.value = small.norm();
  small /= pair.value;
  pair.error = std::max(0.0, std::sqrt(s * s + residual / cosine) - pair.value);
  return residual;
}

/// Grows one Krylov space from a pseudo-random x until it shows that its best vector falls short by
/// at most `wanted`; false if it never does.
bool explore(const Gram& gram, double wanted, KrylovSpace& space, Vector& x, SingularPair& pair) {
  const auto product = [&](const double* in, double* out) { gram.perform_op(in, out); };
  const double first_share = kCautiousShare / std::sqrt(static_cast<double>(gram.rows()));
  space.start(x, gram.rows());
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  while (!space.is_full() && most - least > wanted) {
    space.grow(product);
    if (space.size() % kProductsBetweenChecks != 0 && !space.is_full()) continue;
    least = std::sqrt(space.lower_bound());
    // The product that set the scale has multiplied the share by the top eigenvalue and divided it
    // by the length of what came out.
    const double share = std::min(1.0, first_share * least * least / gram.shrinkage());
    most = std::sqrt(space.upper_bound(share));
  }
  space.best(x);
  finish(gram, x, 1, pair);
  pair.error = std::max(0.0, most - pair.value);
  return pair.error <= wanted;
}

void point_right(SingularPair& pair) {
  Index largest = 0;
  pair.right.cwiseAbs().maxCoeff(&largest);
  if (pair.right[largest] > 0) return;
  pair.left *= -1;
  pair.right *= -1;
}

}  // namespace

void top_singular_pair(const MatrixOperator& a, double accuracy, SingularPair& pair) {
  SingularSearch().find(a, accuracy, pair);
}

void SingularSearch::find(const MatrixOperator& a, double accuracy, SingularPair& pair) {
  Gram gram(a, image_);
  Vector& x = x_;
  make_pseudo_random(gram.rows(), random_);
  // Only the exact search starts from the warm vector. An error is told from how a pseudo-random
  // vector unfolds, and anything mixed into that might cancel what it holds of the top direction.
  begin(gram, random_, accuracy > 0 ? Vector() : warm_start(gram, pair), x);
  pair.left.setUnit(a.rows(), 0);
  pair.right.setUnit(a.cols(), 0);
  pair.value = pair.error = 0;
  if (gram.scale() == 0) return;
  if (!std::isfinite(gram.scale())) {
    pair.value = std::numeric_limits<double>::quiet_NaN();
    pair.error = std::numeric_limits<double>::infinity();
    return;
  }

  const double longest = static_cast<double>(std::max(a.rows(), a.cols()));
  const double rounding = 10 * std::numeric_limits<double>::epsilon() * std::sqrt(longest);
  const double wanted = accuracy > 0 ? accuracy / gram.scale() : 0;
  // Until Lanczos has run its course, x may owe its small residual to a warm start along another
  // singular vector; of the top direction it holds at least what the pseudo-random half did.
  const double cosine = 1 / std::sqrt(2 * static_cast<double>(gram.rows()));
  double estimate = 1;  // of the largest singular value, in units of the scale
  bool found = wanted > 0 && gram.rows() > kDirectSize && explore(gram, wanted, space_, x, pair);
  for (const Effort& effort : efforts) {
    if (found || gram.rows() <= kDirectSize) break;
    // A residual of tolerance * s^2 leaves an error of tolerance * s / (2 cosine).
    const double tolerance = 1.5 * cosine * wanted / estimate;
    const HowFar progress = iterate(gram, effort, tolerance, rounding, x);
    const double residual = finish(gram, x, cosine, pair);
    estimate = pair.value;
    // Restarts cost vectors some digits, but of a vector's error the value sees only the square.
    const double allowed = rounding * estimate * estimate;
    if (residual <= allowed || (progress.exact && residual * residual <= allowed * progress.gap))
      pair.error = 0;
    found = pair.error <= wanted;
  }
  if (!found && gram.rows() <= std::max(kDirectSize, kFallbackSize)) {
    decompose(gram, x);
    if (finish(gram, x, 1, pair) <= rounding * pair.value * pair.value) pair.error = 0;
  }
  pair.value *= gram.scale();
  pair.error *= gram.scale();
  point_right(pair);
}

}  // namespace acgd
