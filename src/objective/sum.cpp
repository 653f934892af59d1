#include "acgd/objective/sum.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "iterate/point.hpp"
#include "objective/rounding.hpp"
#include "objective/sum.hpp"

namespace acgd {

void SumCurvature::take(std::span<const Part> parts) {
  parts_.assign(parts.begin(), parts.end());
  image_size_ = 0;
  for (const Part& part : parts_) image_size_ += part.curvature->image_size();
}

bool SumCurvature::is_constant() const {
  return std::ranges::all_of(parts_,
                             [](const Part& part) { return part.curvature->is_constant(); });
}

void SumCurvature::refresh() {
  for (const Part& part : parts_) part.curvature->refresh();
}

void SumCurvature::add_image(const Term& term, double weight, VectorRef image) {
  Index first = 0;
  for (const Part& part : parts_) {
    const Index size = part.curvature->image_size();
    part.curvature->add_image(term, weight, image.segment(first, size));
    first += size;
  }
}

double SumCurvature::product(const Term& term, ConstVectorRef image) {
  double sum = 0;
  Index first = 0;
  for (const Part& part : parts_) {
    const Index size = part.curvature->image_size();
    sum += part.weight * part.curvature->product(term, image.segment(first, size));
    first += size;
  }
  return sum;
}

void SumCurvature::gram(std::span<const Term> terms, Index known, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (of_part_.rows() < count) of_part_.conservativeResize(h.rows(), h.cols());
  bool is_first = true;
  for (const Part& part : parts_) {
    part.curvature->gram(terms, known, of_part_);
    for (Index j = known; j < count; ++j) {
      for (Index i = 0; i <= j; ++i) {
        h(i, j) = (is_first ? 0 : h(i, j)) + part.weight * of_part_(i, j);
        h(j, i) = h(i, j);
      }
    }
    is_first = false;
  }
}

/// The maximum over the parts: the relative costs of their gradients are unknown.
double SumCurvature::gram_cost(std::span<const Term> terms, Index known) const {
  double cost = 0;
  for (const Part& part : parts_) {
    if (!part.is_light) cost = std::max(cost, part.curvature->gram_cost(terms, known));
  }
  return cost;
}

namespace {

/// Index of the host: the first part that is not a ridge, else 0.
std::size_t find_host(const Sum& sum) {
  const auto host =
      std::ranges::find_if(sum.parts(), [](const Sum::Part& part) { return part->ridge() == 0; });
  return host == sum.parts().end() ? 0 : static_cast<std::size_t>(host - sum.parts().begin());
}

/// Total l of all ridges except the host.
double total_ridge(const Sum& sum) {
  const std::size_t host = find_host(sum);
  double l = 0;
  for (std::size_t i = 0; i < sum.parts().size(); ++i) {
    if (i != host) l += sum.weights()[i] * sum.parts()[i]->ridge();
  }
  return l;
}

}  // namespace

SumCursor::SumCursor(const Sum& objective, const Atom& x0, std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      ridge_(total_ridge(objective)),
      gradient_(objective.dimension()),
      previous_(objective.dimension()),
      line_(*this) {
  const std::size_t host = find_host(objective);
  for (std::size_t i = 0; i < objective.parts().size(); ++i) {
    const Objective& f = *objective.parts()[i];
    if (i != host && f.ridge() != 0) continue;
    Part part{&f, objective.weights()[i], f.start(x0, norm_)};
    if (part.cursor->x() == nullptr) {
      throw InvalidInput({"parts", i},
                         "keeps its variable as a low-rank matrix, which cannot be added to other "
                         "functions: must be minimised by itself");
    }
    parts_.push_back(std::move(part));
  }
}

double SumCursor::value() {
  double sum = ridge_.is_there() ? ridge_.value(here()) : 0;
  for (const Part& part : parts_) sum += part.weight * part.cursor->value();
  return sum;
}

const Gradient& SumCursor::gradient() {
  if (has_gradient_) return gradient_;
  Vector& g = gradient_.entries();
  const Vector& first = parts_[0].cursor->gradient().dense();
  if (ridge_.is_there()) {
    g = parts_[0].weight * first + ridge_.l() * here();
  } else {
    g = parts_[0].weight * first;
  }
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    g += parts_[i].weight * parts_[i].cursor->gradient().dense();
  }
  has_gradient_ = true;
  return gradient_;
}

Line& SumCursor::look(const Direction& direction) {
  direction_ = direction;
  for (Part& part : parts_) part.line = &part.cursor->look(direction);
  if (ridge_.is_there()) ridge_.look(direction_, here(), *parts_[0].line, *norm_);
  line_.point_along(direction);
  return line_;
}

bool SumCursor::advance(double t) {
  // If the host does not move, the others must not.
  if (!parts_[0].cursor->advance(t)) return false;
  for (std::size_t i = 1; i < parts_.size(); ++i) parts_[i].cursor->advance(t);
  share_x();
  previous_.take(gradient_.entries(), has_gradient_);
  has_gradient_ = false;
  return true;
}

void SumCursor::recenter(const Recentering& recentering) {
  parts_[0].cursor->recenter(recentering);
  share_x();
}

void SumCursor::share_x() {
  ridge_.forget();
  const Vector& host = here();
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[i].cursor->recenter([&host](VectorRef x) {
      if (x == host) return false;
      x = host;
      return true;
    });
  }
}

void SumCursor::release(AtomId id) {
  for (const Part& part : parts_) part.cursor->release(id);
  if (ridge_curvature_) ridge_curvature_->images.release(id);
}

Curvature* SumCursor::curvature() {
  curvatures_.clear();
  for (const Part& part : parts_) {
    // The curvature object of a part may have changed since the last call.
    Curvature* one = part.cursor->curvature();
    if (one == nullptr) return nullptr;
    curvatures_.push_back({one, part.weight});
  }
  if (ridge_.is_there()) {
    if (!ridge_curvature_) {
      ridge_curvature_ = std::make_unique<RidgeCurvature>(gradient_.size(), ridge_.l());
    }
    curvatures_.push_back({&ridge_curvature_->h, 1, true});
  }
  curvature_.take(curvatures_);
  return &curvature_;
}

/// A gradient of the sum uses at most one gradient of each part.
std::int64_t SumCursor::gradient_count() const {
  std::int64_t most = 0;
  for (const Part& part : parts_) most = std::max(most, part.cursor->gradient_count());
  return most + probe_count_;
}

std::int64_t SumCursor::trial_count() const {
  std::int64_t most = 0;
  for (const Part& part : parts_) most = std::max(most, part.cursor->trial_count());
  return most;
}

std::vector<BlackBox> SumCursor::black_boxes() const {
  std::vector<BlackBox> all;
  for (const Part& part : parts_) {
    for (const BlackBox& box : part.cursor->black_boxes()) all.push_back({box.f, true});
  }
  return all;
}

void SumCursor::visit(Archive& archive) {
  archive.expect("so many functions in the sum", parts_.size());
  archive.expect("a ridge of", ridge_.l());
  for (const Part& part : parts_) {
    archive.expect("a function with the weight", part.weight);
    archive(*part.cursor);
  }
  archive(gradient_.entries(), has_gradient_, previous_, probe_count_);
  if (archive.is_loading()) ridge_.forget();
}

// The line of a sum adds up the lines of its parts.

void SumCursor::SumLine::point_along(const Direction& direction) {
  derivative_ = cursor_.ridge_.slope();
  for (const Part& part : cursor_.parts_)
    derivative_ += part.weight * part.line->directional_derivative();
  max_step_ = direction.max_step;
}

double SumCursor::SumLine::change(double t) {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.change(t) : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->change(t);
  return sum;
}

double SumCursor::SumLine::slope(double t) {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.slope(t) : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->slope(t);
  return sum;
}

std::optional<double> SumCursor::SumLine::curvature() {
  double sum = 0;
  for (const Part& part : cursor_.parts_) {
    const std::optional<double> one = part.line->curvature();
    if (!one) return std::nullopt;
    sum += part.weight * *one;
  }
  return cursor_.ridge_.is_there() ? sum + cursor_.ridge_.curvature() : sum;
}

std::optional<Derivatives> SumCursor::SumLine::derivatives(double t) {
  Derivatives sum;
  for (const Part& part : cursor_.parts_) {
    std::optional<Derivatives> one = part.line->derivatives(t);
    if (!one) {
      // A constant curvature gives the same numbers.
      const std::optional<double> curvature = part.line->curvature();
      if (!curvature) return std::nullopt;
      one = Derivatives{part.line->slope(t), *curvature};
    }
    sum.slope += part.weight * one->slope;
    sum.curvature += part.weight * one->curvature;
  }
  if (cursor_.ridge_.is_there()) {
    sum.slope += cursor_.ridge_.slope(t);
    sum.curvature += cursor_.ridge_.curvature();
  }
  return sum;
}

std::optional<double> SumCursor::SumLine::gradient_change() {
  if (!cursor_.previous_.is_known()) return std::nullopt;
  return cursor_.previous_.change(cursor_.gradient().entries(), *cursor_.norm_);
}

// weight_i * (Lipschitz constant of part i) is at most that of the sum. Parts that evaluate
// gradients at x itself have the rounding error of x, unless distance() accounts for it.
double SumCursor::SumLine::gradient_change_noise(double lipschitz) {
  double noise =
      cursor_.ridge_.is_there() ? cursor_.ridge_.gradient_noise(cursor_.here(), *cursor_.norm_) : 0;
  const bool is_told = distance().has_value();
  for (const Part& part : cursor_.parts_) {
    noise += part.weight * part.line->gradient_change_noise(lipschitz / part.weight);
    if (!is_told && part.line->distance()) {
      noise += lipschitz * kPositionNoise * cursor_.norm_->of(cursor_.here());
    }
  }
  return noise;
}

std::optional<double> SumCursor::SumLine::distance() {
  std::optional<double> first;
  for (const Part& part : cursor_.parts_) {
    const std::optional<double> one = part.line->distance();
    if (!one) return std::nullopt;
    if (!first) first = one;
  }
  return first;
}

// The lines of the parts provide norms of gradient differences, not the differences, so the trial
// gradient is computed from scratch. A run calls this once, at its first point.
double SumCursor::SumLine::probe(double t) {
  Vector trial = cursor_.here(), before, g(trial.size());
  move_along(cursor_.direction_, t, trial, before);
  cursor_.objective_.gradient(trial, g);
  ++cursor_.probe_count_;
  const double distance = cursor_.previous_.distance(trial, cursor_.here(), *cursor_.norm_);
  const double change =
      cursor_.previous_.dual_distance(g, cursor_.gradient().entries(), *cursor_.norm_);
  // x + t d is rounded where x is large: scale by the distance that x really moved.
  return distance > 0 ? change * (t * norm() / distance) : change;
}

double SumCursor::SumLine::change_noise() const {
  double sum = 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->change_noise();
  return sum;
}

// The derivatives of the parts may cancel.
double SumCursor::SumLine::change_noise_rate() const {
  double sum = 0;
  for (const Part& part : cursor_.parts_) {
    sum += part.weight * (part.line->change_noise_rate() +
                          kDotNoise * std::abs(part.line->directional_derivative()));
  }
  return cursor_.ridge_.is_there() ? sum + cursor_.ridge_.slope_noise() : sum;
}

double SumCursor::SumLine::slope_noise() const {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.slope_noise() : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->slope_noise();
  return sum;
}

double SumCursor::SumLine::derivative_noise() const {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.slope_noise() : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->derivative_noise();
  return sum;
}

namespace {

void check_parts(const std::vector<Sum::Part>& parts) {
  if (parts.empty()) throw InvalidInput("parts", "there are none, must be at least one");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) throw InvalidInput({"parts", i}, "must not be null");
    if (parts[i]->dimension() != parts[0]->dimension()) {
      throw InvalidInput({"parts", i}, compose("has {} variables, must have {} like parts[0]",
                                               parts[i]->dimension(), parts[0]->dimension()));
    }
  }
}

std::vector<double> checked_weights(std::vector<double> weights, std::size_t parts) {
  if (weights.empty()) return std::vector<double>(parts, 1.0);
  if (weights.size() != parts) {
    throw InvalidInput("weights",
                       compose("has {} entries, must have {}, one a part", weights.size(), parts));
  }
  for (std::size_t i = 0; i < parts; ++i) {
    if (!(weights[i] > 0) || !std::isfinite(weights[i])) {
      throw InvalidInput({"weights", i}, weights[i], "must be positive and finite");
    }
  }
  return weights;
}

}  // namespace

Sum::Sum(std::vector<Part> parts, std::vector<double> weights)
    : parts_((check_parts(parts), std::move(parts))),
      weights_(checked_weights(std::move(weights), parts_.size())) {}

double Sum::value(const Vector& x) const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) sum += weights_[i] * parts_[i]->value(x);
  return sum;
}

void Sum::gradient(const Vector& x, Vector& g) const {
  parts_[0]->gradient(x, g);
  g *= weights_[0];
  Vector part(parts_.size() > 1 ? g.size() : 0);
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[i]->gradient(x, part);
    g += weights_[i] * part;
  }
}

std::optional<double> Sum::lipschitz() const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::optional<double> part = parts_[i]->lipschitz();
    if (!part) return std::nullopt;
    sum += weights_[i] * *part;
  }
  return sum;
}

bool Sum::has_proven_gradient() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->has_proven_gradient(); });
}

bool Sum::is_convex() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->is_convex(); });
}

bool Sum::has_domain() const {
  return std::ranges::any_of(parts_, [](const Part& f) { return f->has_domain(); });
}

std::optional<double> Sum::natural_scale() const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::optional<double> part = parts_[i]->natural_scale();
    if (!part) return std::nullopt;
    if (std::isfinite(*part)) sum += weights_[i] * *part;
  }
  return sum > 0 ? sum : range::kInfinity;
}

std::optional<double> Sum::lower_bound() const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::optional<double> part = parts_[i]->lower_bound();
    if (!part) return std::nullopt;
    sum += weights_[i] * *part;
  }
  return sum;
}

bool Sum::has_curvature() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->has_curvature(); });
}

double Sum::ridge() const {
  double l = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const double part = parts_[i]->ridge();
    if (part == 0) return 0;
    l += weights_[i] * part;
  }
  return l;
}

Vector Sum::intercept(const Vector& x) const {
  Vector only;
  for (const Part& f : parts_) {
    Vector b = f->intercept(x);
    if (b.size() == 0) continue;
    if (only.size() != 0) return {};
    only = std::move(b);
  }
  return only;
}

std::unique_ptr<FactoredObjective> Sum::factored(Index rows, Index cols) const {
  if (parts_.size() == 1 && weights_[0] == 1) return parts_[0]->factored(rows, cols);
  return Objective::factored(rows, cols);
}

std::unique_ptr<Cursor> Sum::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  if (parts_.size() == 1 && weights_[0] == 1) return parts_[0]->start(x0, std::move(norm));
  return std::make_unique<SumCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
