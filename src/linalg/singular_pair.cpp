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

// Up to this size, forming the whole Gram matrix costs no more products than a Krylov space.
constexpr Index kDirectSize = 16;
// Maximum size of a Gram matrix that is decomposed directly when Lanczos fails.
constexpr Index kFallbackSize = 1000;

// Most calls converge in a small Krylov space; the others use larger spaces and stricter
// tolerances.
struct Effort {
  Index krylov_size;
  Index max_restarts;
  double share;  ///< factor on the residual tolerance implied by the accuracy
};
constexpr Effort efforts[] = {{10, 12, 1}, {40, 40, 0.1}, {120, 40, 0}};

constexpr double kLoosestTolerance = 1e-2;

// Minimum size of a Krylov space for each of several singular vectors.
constexpr Index kVectorsPerCandidate = 3;

// Number of products between two evaluations of the error bounds of a Krylov space.
constexpr Index kProductsBetweenChecks = 3;

/// Outcome of one restarted Lanczos run.
struct HowFar {
  bool exact = false;  ///< converged at a tolerance of rounding error
  double gap = 0;      ///< between the two largest Ritz values
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

  /// Sets the scale to a lower estimate of the largest singular value, so that squares stay in
  /// range, and x to the unit vector along B'B x. The scale is 0 if B x = 0, and not finite if B is
  /// not.
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
  /// |B'B x0| / scale^2 for the unit vector x0 passed to scale_by(). It is at most 1; a smaller
  /// value means that scale_by() amplified the top direction more.
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

void decompose(const Gram& gram, Index count, Vector& x, Matrix& candidates) {
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
  candidates = vectors.rightCols(std::min(count, n)).rowwise().reverse();
}

/// The unit singular vector of a nearby matrix on the side of the Gram matrix; empty if unusable.
Vector warm_start(const Gram& gram, const SingularPair& pair) {
  const Vector& warm = gram.flipped() ? pair.left : pair.right;
  if (warm.size() != gram.rows() || !warm.allFinite() || warm.norm() == 0) return {};
  return warm.normalized();
}

/// Sets x to the start vector and the scale of the Gram matrix.
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

/// Normalises x, computes a singular pair from it with half a power step, and returns the residual
/// r = |B'Bx - s^2 x|, where Bx = s u. The top eigenvalue of B'B is at most s^2 + r / c, where c is
/// the cosine of the angle between x and the top direction; `pair.error` is the resulting bound for
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

/// Grows one Krylov space from a pseudo-random x until its error bound is at most `wanted` and it
/// has `least_size` vectors. Returns false if the space is full before that.
bool explore(const Gram& gram, double wanted, Index least_size, KrylovSpace& space, Vector& x,
             SingularPair& pair) {
  const auto product = [&](const double* in, double* out) { gram.perform_op(in, out); };
  const double first_share = kCautiousShare / std::sqrt(static_cast<double>(gram.rows()));
  space.start(x, gram.rows());
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  while (!space.is_full() && (most - least > wanted || space.size() < least_size)) {
    space.grow(product);
    if (space.size() % kProductsBetweenChecks != 0 && !space.is_full()) continue;
    least = std::sqrt(space.lower_bound());
    // The product in scale_by() multiplied the component along the top eigenvector by the top
    // eigenvalue and divided it by the length of the result.
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

// Largest singular pair by Lanczos' method on the smaller of A'A and AA' (Golub and Van Loan,
// Matrix Computations, chapter 10; random start vectors: Kuczynski and Wozniakowski, 1992).
//
// 1. Start from a fixed pseudo-random vector, plus the warm start if accuracy is 0, and scale the
//    matrix by an estimate of its largest singular value.
// 2. With an accuracy > 0: grow one Krylov space with full reorthogonalisation until its lower and
//    upper bounds of the top singular value differ by at most the accuracy (explore).
// 3. Otherwise, or if the space is full first: implicitly restarted Lanczos (Spectra) with larger
//    and larger Krylov spaces until the residual bound is small enough (iterate, finish).
// 4. If that fails, or the matrix has at most 16 rows or columns: form the Gram matrix and compute
//    all of its eigenvectors (decompose). After a failure only up to 1000 rows or columns.
// 5. Undo the scale and make the largest entry of the right vector positive.

void top_singular_pair(const MatrixOperator& a, double accuracy, SingularPair& pair) {
  SingularSearch().find(a, accuracy, pair);
}

void SingularSearch::find_several(const MatrixOperator& a, double accuracy, Index count,
                                  SingularPair& pair) {
  Gram gram(a, image_);
  candidates_.resize(gram.rows(), 0);
  Vector& x = x_;
  make_pseudo_random(gram.rows(), random_);
  // Only the exact search uses the warm start. The error bound assumes a pseudo-random start
  // vector; a vector added to it could cancel its component along the top direction.
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
  // A small residual may come from a warm start along another singular vector. The component of x
  // along the top direction is assumed to be at least that of its pseudo-random half.
  const double cosine = 1 / std::sqrt(2 * static_cast<double>(gram.rows()));
  double estimate = 1;  // of the largest singular value, in units of the scale
  const bool explores = (wanted > 0 || count > 1) && gram.rows() > kDirectSize;
  bool found = explores &&
               explore(gram, wanted, count > 1 ? kVectorsPerCandidate * count : 0, space_, x, pair);
  if (explores && count > 1) space_.best_several(count, candidates_);
  SingularPair explored;
  if (explores && !found) explored = pair;
  for (const Effort& effort : efforts) {
    if (found || gram.rows() <= kDirectSize) break;
    // A residual of tolerance * s^2 gives an error of tolerance * s / (2 cosine).
    const double tolerance = 1.5 * cosine * wanted / estimate;
    const HowFar progress = iterate(gram, effort, tolerance, rounding, x);
    const double residual = finish(gram, x, cosine, pair);
    if (pair.value < (1 - rounding) * explored.value) {
      // From a start along one singular vector the method may converge to another.
      pair = explored;
      x = random_;
      continue;
    }
    estimate = pair.value;
    // Restarts lose some digits of the vector, but its error enters the value only squared.
    const double allowed = rounding * estimate * estimate;
    if (residual <= allowed || (progress.exact && residual * residual <= allowed * progress.gap))
      pair.error = 0;
    found = pair.error <= wanted;
  }
  if (!found && gram.rows() <= std::max(kDirectSize, kFallbackSize)) {
    decompose(gram, count, x, candidates_);
    if (finish(gram, x, 1, pair) <= rounding * pair.value * pair.value) pair.error = 0;
  }
  pair.value *= gram.scale();
  pair.error *= gram.scale();
  point_right(pair);
}

}  // namespace acgd
