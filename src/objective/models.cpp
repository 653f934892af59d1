#include "acgd/objective/models.hpp"

#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/block_loss.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/quadratic.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "objective/loss.hpp"

namespace acgd {

namespace {

/// The composite of a design. make(targets, options) returns the loss of some samples: all, or
/// those of one block, for which a mean divides by the total weight of all blocks.
template <class Make>
Composite of_samples(const Design& a, Vector targets, LossOptions options, Intercept intercept,
                     const Make& make) {
  const Reduction& reduction = a.reduction();
  const Vector& weights = options.weights;
  if (reduction.is_local()) {
    // Checks the samples as a whole.
    std::shared_ptr<const Loss> loss = make(targets, options);
    if (loss->size() != reduction.samples() || loss->size() < samples_worth_threads) {
      return Composite(std::move(loss), a, Vector(), intercept);
    }
  } else if (!reduction.are_given("targets", targets)) {
    throw InvalidInput(
        "targets", compose("none, must be one for each of the {} samples", reduction.samples()));
  }
  const double total = reduction.are_given("weights", weights)
                           ? reduction.total(weights)
                           : static_cast<double>(reduction.samples());
  require_positive("the sum of the weights", total);
  auto loss = partition_loss(
      a.shared_reduction(), [&](Index first, Index size) -> std::shared_ptr<const Loss> {
        return make(targets.segment(first, size),
                    {.scaling = options.scaling,
                     .weights = weights.size() == 0 ? Vector() : weights.segment(first, size),
                     .total = total});
      });
  return Composite(std::move(loss), a, Vector(), intercept);
}

template <class OfSamples>
std::shared_ptr<const Loss> made(Vector targets, LossOptions options) {
  return std::make_shared<const OfSamples>(std::move(targets), std::move(options));
}

}  // namespace

Composite logistic(const Design& a, Vector labels, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(labels), std::move(options), intercept, made<LogisticLoss>);
}

Composite sigmoid(const Design& a, Vector targets, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(targets), std::move(options), intercept, made<SigmoidLoss>);
}

Composite huber(const Design& a, Vector targets, double rho, LossOptions options,
                Intercept intercept) {
  // The losses of blocks do not check this by themselves.
  if (!a.reduction().is_local() && targets.size() == a.reduction().size()) {
    require_squares("targets", a.reduction().largest_entry(targets));
  }
  return of_samples(a, std::move(targets), std::move(options), intercept,
                    [rho](Vector own, LossOptions own_options) -> std::shared_ptr<const Loss> {
                      return std::make_shared<const HuberLoss>(std::move(own), rho,
                                                               std::move(own_options));
                    });
}

Composite squared_hinge(const Design& a, Vector labels, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(labels), std::move(options), intercept, made<SquaredHingeLoss>);
}

Composite poisson(const Design& a, Vector counts, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(counts), std::move(options), intercept, made<PoissonLoss>);
}

// Each row of L is divided by its sum: rows of different units would differ in their rounding errors
// by orders of magnitude.
Composite negative_log(const Design& l, LossOptions options) {
  Vector sums(l.map().rows());
  l.map().multiply(Vector::Ones(l.map().cols()), sums);
  sums = sums.unaryExpr([](double sum) { return sum > 0 ? sum : 1; });
  return of_samples(adjusted(l, {.rows = sums.cwiseInverse()}), -sums.array().log().matrix(),
                    std::move(options), Intercept::none, made<NegativeLogLoss>);
}

namespace {

/// R with R'R = S.
Matrix root(const Matrix& s) {
  if (s.rows() != s.cols()) {
    throw InvalidInput("S", compose("is {} x {}, must be square", s.rows(), s.cols()));
  }
  const DenseHessian checked{Matrix(s)};  // finite and symmetric
  Vector l;
  Matrix vectors;
  symmetric_spectrum(checked.matrix(), l, vectors);
  constexpr double kRounding = 1e-12;
  if (l[0] < -kRounding * l.cwiseAbs().maxCoeff()) {
    throw InvalidInput("S", compose("has the eigenvalue {}, must be positive semidefinite", l[0]));
  }
  return l.cwiseMax(0).cwiseSqrt().asDiagonal() * vectors.transpose();
}

}  // namespace

Sum factor_risk(const Matrix& f, const Matrix& s, const Vector& d, Vector mu) {
  const Matrix r = root(s);
  const Index assets = f.rows();
  if (f.cols() != s.rows()) {
    throw InvalidInput(
        "F", compose("has {} columns, must have one per factor of S, {}", f.cols(), s.rows()));
  }
  for (const auto& [name, size] : {std::pair("d", d.size()), std::pair("mu", mu.size())}) {
    if (size != assets) {
      throw InvalidInput(name,
                         compose("has {} entries, must have one per row of F, {}", size, assets));
    }
  }
  if (!f.allFinite()) throw InvalidInput("F", "must be finite");
  checked_non_negative("d", d);
  SparseMatrix specific(assets, assets);
  specific.reserve(Eigen::VectorXi::Constant(assets, 1));
  for (Index i = 0; i < assets; ++i) specific.insert(i, i) = 2 * d[i];
  return Sum(
      {std::make_shared<const LeastSquares>(Matrix(r * f.transpose()), Vector::Zero(r.rows())),
       std::make_shared<const Quadratic>(specific, Vector(-checked_finite("mu", std::move(mu))))});
}

Composite softmax(const Design& a, const Vector& classes, Index class_count, LossOptions options,
                  Intercept intercept) {
  auto loss = std::make_shared<SoftmaxLoss>(classes, class_count, std::move(options));
  return Composite(std::move(loss), std::make_shared<ClassMap>(a.shared_map(), class_count),
                   Vector(), intercept);
}

}  // namespace acgd
