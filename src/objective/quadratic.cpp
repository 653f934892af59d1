#include "acgd/objective/quadratic.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/hessian.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "linalg/lanes.hpp"
#include "objective/hessian.hpp"
#include "objective/map_curvature.hpp"
#include "objective/quadratic.hpp"
#include "objective/rounding.hpp"

namespace acgd::passes {

namespace {

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
      const Four hd = a * four_at(h + k).lanes + w * (four_at(g + k).lanes - four_at(b + k).lanes);
      xg[lane] += four_at(x + k).lanes * four_at(g + k).lanes;
      xh[lane] += four_at(x + k).lanes * hd;
      xx[lane] += four_at(x + k).lanes * four_at(x + k).lanes;
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

/// Adds the term of j to sums over all other i, where d_i = w x_i.
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
      const Four e = four_at(v + k).lanes + w * four_at(x + k).lanes;
      const Four z = four_at(hv + k).lanes + w * (four_at(g + k).lanes - four_at(b + k).lanes);
      four_at(d + k).lanes = e;
      four_at(hd + k).lanes = z;
      dg[lane] += e * four_at(g + k).lanes;
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
      const Four hd = a * four_at(h + k).lanes + w * (four_at(g + k).lanes - four_at(b + k).lanes);
      hh[lane] += hd * hd;
      four_at(g + k).lanes += t * hd;
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

namespace acgd {

namespace {

// A scheduled recomputation costs at most 1/64 of the work since the last one, and takes place at
// most once in kFewestStepsCarried steps.
constexpr double kSpentPerRecomputation = 64;
constexpr std::int64_t kFewestStepsCarried = 100;

// Below this fraction of its peak the carried value is dominated by accumulated rounding error.
constexpr double kShrunk = 1e-4;
// Number of recomputations for that reason; further ones wait for the schedule.
constexpr int kFreeRecomputations = 16;

/// The only term of d if its atom is a non-zero coordinate; else null.
const Atom::Coordinate* only_coordinate(const Direction& direction) {
  if (direction.terms.size() != 1) return nullptr;
  const auto* one = direction.terms[0].atom->as<Atom::Coordinate>();
  return one != nullptr && one->value != 0 ? one : nullptr;
}

/// Sum of the weights of the vectors of the size of H x that H d is formed from. The image of a
/// single atom is accurate relative to its own size; several may cancel.
double parts_of_hd(const Direction& direction) {
  double parts = std::abs(direction.point_weight);
  if (direction.terms.size() == 1) return parts;
  for (const Term& term : direction.terms) parts += std::abs(term.weight);
  return parts;
}

}  // namespace

// Frank-Wolfe type iterations on a quadratic with a carried gradient.
//
// 1. look: from H applied to the atoms of d (columns of H, or cached images) compute <g, d>,
//    <Hd, d> and ||d||^2 in one pass: along one coordinate, few entries, or a dense vector.
// 2. Along the line f(x + t d) - f(x) = t <g, d> + t^2/2 <Hd, d>: exact steps need no trials.
// 3. advance: g += t H d, f += the parabola at t, x += t d. H x is obtained as g - b.
// 4. Recompute g and f from x on a schedule, or when f has decreased to 1e-4 of its peak.

QuadraticCursor::QuadraticCursor(QuadraticForm form, const Atom& x0,
                                 std::shared_ptr<const Norm> norm, Cursor* known)
    : form_(std::move(form)),
      norm_(std::move(norm)),
      point_(x0),
      images_(*form_.hessian, form_.cache_bytes),
      gradient_(x0.size()),
      d_(x0.size()),
      line_(*this),
      free_recomputations_(kFreeRecomputations) {
  change_.hd.resize(x0.size());
  previous_.hd.resize(x0.size());
  if (known == nullptr) {
    recompute();
    return;
  }
  value_ = known->value();
  gradient_.entries() = known->gradient().dense();
  reset_drift();
}

void QuadraticCursor::recompute() {
  value_ = form_.recompute(point_.x(), gradient_.entries());
  reset_drift();
}

void QuadraticCursor::reset_drift() {
  steps_carried_ = 0;
  spent_from_ = images_.bytes_read();
  largest_value_ = std::abs(value_);
  terms_ = norm_->dual(gradient_.entries()) + norm_->dual(*form_.linear);
}

bool QuadraticCursor::recomputation_is_due() {
  const double vectors = kVectorsPerIteration * 8.0 * static_cast<double>(gradient_.size());
  const double spent =
      vectors * static_cast<double>(steps_carried_) + (images_.bytes_read() - spent_from_);
  if (steps_carried_ >= kFewestStepsCarried &&
      spent >= kSpentPerRecomputation * form_.recompute_bytes) {
    return true;
  }
  if (std::abs(value_) >= kShrunk * largest_value_ || free_recomputations_ == 0) return false;
  --free_recomputations_;
  return true;
}

passes::Standing QuadraticCursor::standing() const {
  return {point_.x().data(), gradient_.entries().data(), form_.linear->data(), gradient_.size()};
}

Line& QuadraticCursor::look(const Direction& direction) {
  direction_ = direction;
  change_.rate.reset();
  const Atom::Coordinate* one = only_coordinate(direction);
  is_coordinate_ = one != nullptr;
  change_.has_hd = !is_coordinate_;
  has_d_ = false;
  line_.point_along(
      is_coordinate_ ? look_along_coordinate(direction.terms[0], *one) : look_along_vector(),
      direction.max_step);
  return line_;
}

passes::Along QuadraticCursor::look_along_coordinate(const Term& term,
                                                     const Atom::Coordinate& one) {
  along_one_ = {one.index, term.weight * one.value, direction_.point_weight,
                images_.column(one.index)};
  return point_.has_support() ? passes::along_coordinate(standing(), along_one_, point_.support())
                              : passes::along_coordinate(standing(), along_one_);
}

bool QuadraticCursor::find_entries() {
  const double w = direction_.point_weight;
  const std::vector<Term>& terms = direction_.terms;
  if (w != 0 && !point_.has_support()) return false;
  // Each term is searched in the list: the search must not cost more than a pass over d.
  const std::size_t most = terms.size() + (w != 0 ? point_.support().size() : 0);
  if (terms.size() * most > static_cast<std::size_t>(d_.size())) return false;
  entries_.clear();
  if (w != 0) {
    for (const Index j : point_.support()) entries_.push_back({j, w * point_.x()[j]});
  }
  for (const Term& term : terms) {
    const auto* one = term.atom->as<Atom::Coordinate>();
    if (one == nullptr) return false;
    const auto known = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const auto& entry) { return entry.j == one->index; });
    if (known == entries_.end()) {
      entries_.push_back({one->index, term.weight * one->value});
    } else {
      known->d += term.weight * one->value;
    }
  }
  return true;
}

passes::Along QuadraticCursor::look_along_vector() {
  const double w = direction_.point_weight;
  double *d = d_.data(), *hd = change_.hd.data();
  const Atom* atom = direction_.single();
  if (atom != nullptr && !direction_.terms[0].is_active()) {
    const HessianImages::Image image = images_.of(*atom);
    has_d_ = true;
    return passes::along_vector(standing(), image.atom, w, image.image, d, hd);
  }
  change_.hd.setZero();
  for (const Term& term : direction_.terms) images_.add(term, change_.hd);
  if (find_entries()) {
    if (w != 0) change_.hd += w * (gradient_.entries() - *form_.linear);
    return passes::along_entries(standing(), entries_, hd);
  }
  direction_.assign_terms_to(d_);
  has_d_ = true;
  return passes::along_vector(standing(), d, w, hd, d, hd);
}

bool QuadraticCursor::advance(double t) {
  ++steps_;
  ++steps_carried_;
  advance_gradient(t);
  value_ += line_.parabola(t);
  largest_value_ = std::max(largest_value_, std::abs(value_));
  const bool moved = point_.advance(direction_, t);

  // H d of this step is needed for the next Lipschitz estimate.
  std::swap(previous_, change_);
  previous_length_ = t;
  // H d is formed from H x = g - b unless point_weight is 0.
  const double parts = parts_of_hd(direction_);
  previous_noise_ = parts == 0 ? 0 : t * kGradientNoise * terms_ * parts;
  if (recomputation_is_due()) recompute();
  return moved;
}

void QuadraticCursor::advance_gradient(double t) {
  Vector& g = gradient_.entries();
  if (!is_coordinate_ || !norm_->is_euclidean() || change_.has_hd) {
    kernels::axpy(t, formed_hd().data(), g.data(), g.size());
    return;
  }
  const double square =
      passes::advance_gradient(along_one_, t, form_.linear->data(), g.data(), g.size());
  change_.rate = std::sqrt(square);
  // Evaluated at the new gradient, the same formula gives shrink(t) H d; its norm is computed
  // without overflow or underflow of squares.
  const double shrink = std::abs(direction_.shrink(t));
  if (!is_ordinary_square(square) && shrink != 0) change_.rate = norm_->dual(formed_hd()) / shrink;
}

const Vector& QuadraticCursor::formed_d() {
  if (!has_d_) {
    d_ = direction_.point_weight * point_.x();
    direction_.add_terms_to(d_, 1);
    has_d_ = true;
  }
  return d_;
}

const Vector& QuadraticCursor::formed_hd() {
  if (!change_.has_hd) {
    passes::form_hd(standing(), along_one_, change_.hd.data());
    change_.has_hd = true;
  }
  return change_.hd;
}

std::optional<double> QuadraticCursor::gradient_change() {
  if (steps_ == 0) return std::nullopt;
  if (!previous_.rate) previous_.rate = norm_->dual(previous_.hd);
  return previous_length_ * *previous_.rate;
}

void QuadraticCursor::QuadraticLine::point_along(const passes::Along& along, double max_step) {
  derivative_ = along.slope;
  curvature_ = along.curvature;
  squared_norm_ = along.squared_d;
  max_step_ = max_step;
  norm_.reset();
}

double QuadraticCursor::QuadraticLine::norm() {
  if (norm_) return *norm_;
  if (cursor_.norm_->is_euclidean() && is_ordinary_square(squared_norm_)) {
    norm_ = std::sqrt(squared_norm_);
  } else {
    norm_ = cursor_.norm_->of(cursor_.formed_d());
  }
  return *norm_;
}

// g = Hx + b has the rounding errors of both terms.
double QuadraticCursor::QuadraticLine::slope_noise() const {
  const Vector& d = cursor_.formed_d();
  const Vector& x = cursor_.point_.x();
  return dot_noise(cursor_.gradient_.entries(), d, x, cursor_.direction_) +
         dot_noise(*cursor_.form_.linear, d, x, cursor_.direction_);
}

void QuadraticCursor::release(AtomId id) {
  images_.release(id);
  if (images_of_map_) images_of_map_->release(id);
}

// For H = A'A a column of A replaces one of A'A, and needs no pass over A.
Curvature* QuadraticCursor::curvature() {
  if (curvature_) return curvature_.get();
  const auto factors = form_.hessian->factors();
  if (factors && factors->scale >= 0) {
    images_of_map_ = std::make_unique<BlockImages>(*factors->a);
    curvature_ = std::make_unique<MapCurvature>(
        *images_of_map_, true, [scale = factors->scale](Vector& d) { d.setConstant(scale); });
  } else {
    curvature_ = std::make_unique<HessianCurvature>(images_);
  }
  return curvature_.get();
}

std::int64_t QuadraticCursor::mark_of_hessian() {
  if (!mark_) {
    const Index n = gradient_.size();
    Vector image(n);
    form_.hessian->multiply(Vector::LinSpaced(n, 1, 2), image);
    Archive archive;
    archive(image);
    mark_ = static_cast<std::int64_t>(checksum(std::move(archive).take()) >> 1);
  }
  return *mark_;
}

void QuadraticCursor::visit(Archive& archive) {
  archive.expect("a Hessian with the checksum", mark_of_hessian());
  archive(point_, images_, gradient_.entries(), value_);
  archive(previous_.has_hd, previous_.rate, previous_length_, previous_noise_);
  if (previous_.has_hd) archive(previous_.hd);
  archive(steps_, trial_count_, free_recomputations_);
  archive(steps_carried_, spent_from_, largest_value_, terms_);
}

struct Quadratic::Remembered {
  std::once_flag once, convex_once;
  double lipschitz = 0;
  bool convex = false;
};

Quadratic::Quadratic(Matrix q, Vector b, double c, QuadraticOptions options)
    : Quadratic(std::make_shared<DenseHessian>(std::move(q)), std::move(b), c, options) {}

Quadratic::Quadratic(const Eigen::SparseMatrix<double, 0, int>& q, Vector b, double c,
                     QuadraticOptions options)
    : Quadratic(std::make_shared<SparseHessian>(q), std::move(b), c, options) {}

Quadratic::Quadratic(std::shared_ptr<const Hessian> q, Vector b, double c, QuadraticOptions options)
    : q_(std::move(q)),
      b_(std::make_shared<const Vector>(std::move(b))),
      c_(c),
      options_(options),
      remembered_(std::make_shared<Remembered>()) {
  validate(options);
  if (q_ == nullptr) throw InvalidInput("Q", "must not be null");
  if (b_->size() != q_->dimension()) {
    throw InvalidInput("b",
                       compose("has {} entries, must have {} like Q", b_->size(), q_->dimension()));
  }
  for (Index i = 0; i < b_->size(); ++i) {
    if (!std::isfinite((*b_)[i])) {
      throw InvalidInput({"b", i}, (*b_)[i], "must be finite");
    }
  }
  if (!std::isfinite(c)) throw InvalidInput("c", c, "must be finite");
}

double Quadratic::value(const Vector& x) const {
  Vector g(dimension());
  q_->multiply(x, g);
  return x.dot(0.5 * g + *b_) + c_;
}

void Quadratic::gradient(const Vector& x, Vector& g) const {
  q_->multiply(x, g);
  g += *b_;
}

std::optional<double> Quadratic::lipschitz() const {
  std::call_once(remembered_->once, [this] { remembered_->lipschitz = q_->largest_eigenvalue(); });
  return remembered_->lipschitz;
}

bool Quadratic::is_convex() const {
  if (options_.convex) return *options_.convex;
  std::call_once(remembered_->convex_once,
                 [this] { remembered_->convex = is_known_semidefinite(*q_); });
  return remembered_->convex;
}

std::optional<double> Quadratic::natural_scale() const {
  return c_ == 0 ? std::optional(range::kInfinity) : std::nullopt;
}

std::unique_ptr<Cursor> Quadratic::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  const auto recompute = [this](const Vector& x, Vector& g) {
    q_->multiply(x, g);
    const double value = x.dot(0.5 * g + *b_) + c_;
    g += *b_;
    return value;
  };
  return std::make_unique<QuadraticCursor>(
      QuadraticForm{q_, b_, recompute, q_->bytes(), static_cast<std::size_t>(options_.cache_bytes)},
      x0, std::move(norm));
}

Description QuadraticOptions::describe() {
  return {{"cache_bytes", cache_bytes, range::from_0,
           "columns of Q of coordinates that a run has met are kept in so many bytes, the least "
           "recently used giving way, if Q does not store its columns anyway"},
          {"convex", convex, range::any, "whether Q is positive semidefinite",
           "found out by diagonal dominance, and by a Cholesky factorisation of up to 2000 "
           "variables; beyond that unknown"}};
}

}  // namespace acgd
