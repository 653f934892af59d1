#include "acgd/objective/least_squares.hpp"

#include <mutex>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/block_loss.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"
#include "objective/least_squares.hpp"
#include "objective/loss.hpp"
#include "objective/quadratic.hpp"

namespace acgd {

namespace {

/// The atom that determines the route: one that is not a coordinate, if any.
const Atom* telling_atom(const Direction& direction) {
  const Atom* telling = nullptr;
  for (const Term& term : direction.terms) {
    if (telling == nullptr || telling->as<Atom::Coordinate>() != nullptr) telling = term.atom;
  }
  return telling;
}

}  // namespace

LeastSquaresCursor::LeastSquaresCursor(const LeastSquares& objective, const Atom& x0,
                                       std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      x0_(x0),
      cursor_(objective.start_on(LeastSquaresRoute::composite, x0, norm_, nullptr)) {}

Line& LeastSquaresCursor::look(const Direction& direction) {
  if (!chosen_) {
    const Atom* telling = telling_atom(direction);
    chosen_ = true;
    take(objective_.route_for(telling != nullptr ? *telling : x0_));
    x0_ = Atom();
  }
  return cursor_->look(direction);
}

Curvature* LeastSquaresCursor::curvature() {
  chosen_ = true;
  return cursor_->curvature();
}

void LeastSquaresCursor::take(LeastSquaresRoute route) {
  if (route == route_) return;
  route_ = route;
  former_ = std::move(cursor_);
  cursor_ = objective_.start_on(route, x0_, norm_, former_.get());
}

bool LeastSquaresCursor::advance(double t) {
  former_.reset();
  return cursor_->advance(t);
}

void LeastSquaresCursor::visit(Archive& archive) {
  int route = static_cast<int>(route_);
  archive(chosen_, route);
  Archive::require(route == static_cast<int>(LeastSquaresRoute::composite) ||
                       route == static_cast<int>(LeastSquaresRoute::gram_columns) ||
                       route == static_cast<int>(LeastSquaresRoute::gram_matrix),
                   "unknown route");
  if (archive.is_loading()) take(static_cast<LeastSquaresRoute>(route));
  if (chosen_) x0_ = Atom();
  archive(*cursor_);
}

namespace {

using Route = LeastSquaresRoute;

// Constant of the cost rule described in the public header.
constexpr double kMultiplicationsPerEntryRead = 16;

Design checked(Design a, const Vector& b) {
  const Index rows = a.map().rows();
  if (b.size() != rows) {
    throw InvalidInput("b", compose("has {} entries, must have {} like A", b.size(), rows));
  }
  return a;
}

Vector times_factor(Vector weights, Index size, double factor) {
  if (weights.size() == 0) return factor == 1 ? Vector() : Vector(Vector::Constant(size, factor));
  return factor * weights;
}

/// The squared loss, cut into blocks like A. `total`: set if the samples are checked by the caller.
std::shared_ptr<const Loss> squared_loss(const Design& a, const Vector& b, const Vector& weights,
                                         double factor, std::optional<double> total) {
  const auto make = [&](Index first, Index size) -> std::shared_ptr<const Loss> {
    Vector own = weights.size() == 0 ? Vector() : Vector(weights.segment(first, size));
    own = times_factor(std::move(own), size, factor);
    return std::make_shared<SquaredLoss>(
        b.segment(first, size),
        LossOptions{.scaling = Scaling::sum, .weights = std::move(own), .total = total});
  };
  return partition_loss(a.shared_reduction(), make);
}

/// f and its gradient from the residual, which is accurate where f is small.
class FromResidual {
 public:
  FromResidual(Design a, std::shared_ptr<const Vector> b, double factor)
      : a_(std::move(a)), b_(std::move(b)), factor_(factor), residual_(b_->size()) {}

  double operator()(const Vector& x, Vector& g) {
    a_.map().multiply(x, residual_);
    residual_ -= *b_;
    a_.map().multiply_adjoint(residual_, g);
    g *= 2 * factor_;
    return factor_ * a_.reduction().dot(residual_, residual_);
  }

 private:
  Design a_;
  std::shared_ptr<const Vector> b_;
  double factor_;
  Vector residual_;
};

double mean_of(const Reduction& reduction, const Vector& b, const Vector& weights) {
  if (reduction.are_given("weights", weights)) {
    return reduction.dot(weights, b) / reduction.total(weights);
  }
  return reduction.total(b) / static_cast<double>(reduction.samples());
}

/// For a partition: whether this holds for all blocks of all ranks.
bool is_dense(const Design& a) {
  return a.blocks() != nullptr ? a.blocks()->is_dense() : a.map().dense() != nullptr;
}

}  // namespace

struct LeastSquares::Remembered {
  std::once_flag linear_once, gram_once;
  std::shared_ptr<const Vector> linear;
  std::shared_ptr<const Hessian> gram;
};

/// Data of f after centring and weighting.
struct LeastSquares::Parts {
  Design plain;  ///< A as given, up to constant offsets of its columns
  Vector plain_target;
  Design a;  ///< weighted and centred
  Vector b;
  double mean_target = 0;
  Vector means = {};

  Parts(Design given, Vector target, const LeastSquaresOptions& options)
      : plain(checked(std::move(given), target)), plain_target(std::move(target)), a(plain) {
    validate(options);
    const Vector& weights = options.weights;
    b = plain_target;
    const Reduction& reduction = plain.reduction();
    if (reduction.is_local()) {  // the loss checks targets and weights
      SquaredLoss(plain_target, {.scaling = Scaling::sum, .weights = weights});
    } else {
      const double total = reduction.are_given("weights", weights) ? reduction.total(weights) : 1;
      if (total == 0) throw InvalidInput("weights", "are all 0, at least one must be positive");
      require_positive("the sum of the weights", total);
      require_squares("targets", reduction.largest_entry(plain_target));
      squared_loss(plain, plain_target, weights, options.factor, total);
    }
    Adjustment adjustment;
    if (options.intercept) {
      const Vector offsets = remove_offsets(plain);
      adjustment.means = means = column_means(plain, weights);
      if (offsets.size() != 0) means += offsets;
      mean_target = mean_of(plain.reduction(), b, weights);
      b.array() -= mean_target;
    }
    if (weights.size() != 0) {
      adjustment.rows = weights.cwiseSqrt();
      b.array() *= adjustment.rows.array();
    }
    a = adjusted(plain, std::move(adjustment));
  }

  /// If A was not formed explicitly after centring and weighting, uses the original map with a
  /// profiled intercept: it may be sparse, and so are products of its columns.
  Composite composite(const Vector& target, const LeastSquaresOptions& options) const {
    const bool is_formed = a.shared_map() == plain.shared_map() || is_dense(a);
    if (is_formed) return Composite(squared_loss(a, target, {}, options.factor, 1), a);
    return Composite(squared_loss(plain, plain_target, options.weights, options.factor, 1), plain,
                     Vector(), options.intercept ? Intercept::profiled : Intercept::none);
  }
};

LeastSquares::LeastSquares(Design a, Vector b, LeastSquaresOptions options)
    : LeastSquares(Parts(std::move(a), std::move(b), options), options) {}

LeastSquares::LeastSquares(Parts parts, LeastSquaresOptions options)
    : a_(parts.a),
      b_(std::make_shared<const Vector>(std::move(parts.b))),
      options_(std::move(options)),
      mean_target_(parts.mean_target),
      means_(std::move(parts.means)),
      composite_(parts.composite(*b_, options_)),
      remembered_(std::make_shared<Remembered>()) {}

Vector LeastSquares::intercept(const Vector& x) const {
  if (!options_.intercept) return {};
  return Vector::Constant(1, mean_target_ - means_.dot(x));
}

Route LeastSquares::route_for(const Atom& atom) const {
  if (options_.route != Route::automatic) return options_.route;
  const bool coordinate = atom.as<Atom::Coordinate>() != nullptr;
  const double n = static_cast<double>(map().cols());
  const double gram_bytes = 8 * n * n;
  const bool dense = is_dense(a_);
  const double passes_to_form = dense ? n / kMultiplicationsPerEntryRead : n;
  const double passes_expected =
      coordinate ? options_.expected_coordinates
                 : options_.expected_iterations * (2 - gram_bytes / map().bytes());
  const Index samples = a_.reduction().samples();
  // Number of Gram matrices in memory at the same time: blocks are summed in a tree.
  const double matrices = a_.reduction().is_local() ? 1 : 2 + a_.reduction().depth();
  if (map().cols() <= samples &&
      matrices * gram_bytes <= static_cast<double>(options_.gram_bytes) &&
      passes_to_form <= passes_expected) {
    return Route::gram_matrix;
  }
  const double vector_bytes = 8 * kVectorsPerIteration * n;
  return coordinate && map().bytes() >= 2 * vector_bytes ? Route::gram_columns : Route::composite;
}

std::unique_ptr<Cursor> LeastSquares::start(const Atom& x0,
                                            std::shared_ptr<const Norm> norm) const {
  if (options_.route != Route::automatic) {
    return start_on(options_.route, x0, std::move(norm), nullptr);
  }
  return std::make_unique<LeastSquaresCursor>(*this, x0, std::move(norm));
}

std::unique_ptr<Cursor> LeastSquares::start_on(Route route, const Atom& x0,
                                               std::shared_ptr<const Norm> norm,
                                               Cursor* known) const {
  if (route == Route::composite) return composite_.start(x0, std::move(norm));
  return std::make_unique<QuadraticCursor>(
      QuadraticForm{hessian(route), linear(), FromResidual(a_, b_, options_.factor),
                    2 * map().bytes(), static_cast<std::size_t>(options_.cache_bytes)},
      x0, std::move(norm), known);
}

std::shared_ptr<const Vector> LeastSquares::linear() const {
  std::call_once(remembered_->linear_once, [this] {
    Vector linear(dimension());
    map().multiply_adjoint(*b_, linear);
    linear *= -2 * options_.factor;
    remembered_->linear = std::make_shared<const Vector>(std::move(linear));
  });
  return remembered_->linear;
}

std::shared_ptr<const Hessian> LeastSquares::gram() const {
  std::call_once(remembered_->gram_once, [this] {
    remembered_->gram = std::make_shared<DenseHessian>(gram_matrix(a_, 2 * options_.factor));
  });
  return remembered_->gram;
}

std::shared_ptr<const Hessian> LeastSquares::hessian(Route route) const {
  if (route == Route::gram_matrix) return gram();
  return std::make_shared<GramHessian>(a_, 2 * options_.factor);
}

Description LeastSquaresOptions::describe() {
  return {{"factor", factor, range::positive,
           "f(x) = factor ||Ax - b||^2; 1/2 and 1 / rows are common, too"},
          {"route", Word(route, {"automatic", "composite", "gram-columns", "gram-matrix"}),
           "what a run updates: Ax, or the gradient by columns of A'A, or by all of A'A"},
          {"cache_bytes", cache_bytes, range::from_0,
           "maximum memory of the columns that gram-columns stores, in bytes; the least recently "
           "used are dropped"},
          {"gram_bytes", gram_bytes, range::from_0,
           "maximum size of A'A for the automatic route, in bytes"},
          {"expected_iterations", expected_iterations, range::not_below_0,
           "number of iterations that the automatic route assumes"},
          {"expected_coordinates", expected_coordinates, range::not_below_0,
           "number of different coordinates that it assumes, if atoms are single coordinates"},
          {"intercept", intercept, range::any, "add a constant to Ax; f is the minimum over it"}};
}

}  // namespace acgd
