// Corrective steps (fully corrective Frank-Wolfe: Holloway 1974, Lacoste-Julien and Jaggi 2015;
// quadratic corrections over the active set: Halbey et al. 2025, "Efficient quadratic corrections
// for Frank-Wolfe algorithms"). At each point:
//
// 1. Call the LMO. Its vertex v gives the duality gap; add v, and over atoms the other vertices of
//    the call, to the active set.
// 2. Minimise the model <g, d> + d'Hd / 2 to a fraction of the duality gap, over
//    a. the weights of the active set, by ReducedHessian (CorrectiveAtomsRule);
//    b. the free coordinates of a box, by ActiveSetQp, or by block coordinate descent where H is
//       too large or too expensive (CorrectiveBoxRule).
//    A set may have a rule of its own instead (Oracle::corrective_rule()). Without an estimate of H
//    (Cursor::curvature() is null, at x0 of a black box) the model does not decrease.
// 3. If the model decreases, d leads to its minimiser; else take a Frank-Wolfe step. t <= 1.
// 4. After the step, update the weights and drop atoms without weight; over a box, set coordinates
//    to the bounds they have reached.
// If a constant H has negative curvature, continue as blended pairwise (CorrectiveRule).
#include "direction/corrective.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "active_set/active_set.hpp"
#include "active_set/active_set_qp.hpp"
#include "active_set/block_coordinate_descent.hpp"
#include "active_set/reduced_hessian.hpp"
#include "direction/direction_rule.hpp"
#include "objective/rounding.hpp"

namespace acgd {

namespace {

// An LMO call may return this number of other vertices, or the size of the active set if larger.
constexpr Index kFewOthers = 20;

class CorrectiveAtomsRule final : public ModelRule {
 public:
  CorrectiveAtomsRule(const DirectionContext& context, const MemoryLimits& memory)
      : active_(context, memory) {
    move_.duality_gap = DualityGap{.lmo = &lmo_};
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    active_.arrive(at);
    model_.arrive(active_);
    call_lmo(at, oracle);
    const auto count = static_cast<Index>(active_.size());
    if (count > slopes_.size()) slopes_.conservativeResize(2 * count);
    at.slopes(active_.terms(), slopes_.head(count));
    certify();
    move_.curvature.reset();
    Curvature* curvature = at.curvature();
    const auto outcome = curvature == nullptr
                             ? ReducedHessian::Outcome::no_lower
                             : model_.minimize(at, active_, slopes_, *move_.duality_gap->gap);
    has_negative_curvature_ =
        outcome == ReducedHessian::Outcome::has_negative_curvature && curvature->is_constant();
    if (outcome == ReducedHessian::Outcome::lower) {
      follow_model();
    } else {
      go_toward();
    }
  }

  void leave(Cursor& at) override {
    for (const Term& term : active_.terms()) at.release(term.id);
  }

  bool moved(double t) override {
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const double change = changes_[i];
      if (change == 0) continue;
      const double w = active_.weight(i);
      const bool leaves = change < 0 && t >= w / -change;
      active_.set_weight(i, leaves ? 0 : t == 1 ? targets_[i] : std::max(0.0, w + t * change));
    }
    return active_.settle();
  }

  bool recenter(const Oracle& set, VectorRef x) override {
    const bool changed = active_.recenter(x);
    return set.recenter(x) || changed;
  }

  void store(const Vector& x, WeightedAtoms& atoms) const override { active_.store(x, atoms); }

  void visit(Archive& archive) override;

 private:
  void call_lmo(Cursor& at, OracleCalls& oracle) {
    lmo_.accuracy = oracle.accuracy();
    const Index welcome = std::max(kFewOthers, static_cast<Index>(active_.size()));
    oracle.call_several(at.gradient(), std::min(welcome, active_.room()), lmo_);
    active_.take(lmo_.atom, parts_);
    for (std::size_t k = 0; k < lmo_.other_count; ++k) active_.take_other(lmo_.others[k]);
  }

  /// <g, x - v> = sum of w_i <g, a_i - v>: with an exact LMO no term is negative, so none cancel.
  void certify() {
    double gap = 0, sizes = 0;
    for (const std::size_t i : parts_) sizes += std::abs(slopes_[static_cast<Index>(i)]);
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const double slope = slopes_[static_cast<Index>(i)];
      const std::size_t to = parts_[active_.block(i)];
      gap += active_.weight(i) * (slope - slopes_[static_cast<Index>(to)]);
      sizes += active_.weight(i) * std::abs(slope);
    }
    move_.duality_gap->gap = gap;
    move_.duality_gap->noise = kDotNoise * sizes;
  }

  void follow_model() {
    move_.kind = MoveKind::corrective;
    move_.curvature = model_.curvature();
    targets_.resize(active_.size());
    for (std::size_t i = 0; i < active_.size(); ++i) targets_[i] = model_.target(i, active_);
    set_direction();
  }

  /// Without a decrease of the model: the weights move toward the parts of v.
  void go_toward() {
    move_.kind = MoveKind::frank_wolfe;
    targets_.assign(active_.size(), 0);
    for (const std::size_t i : parts_) targets_[i] = 1;
    set_direction();
  }

  /// d = sum of (target_i - w_i) a_i. The maximum step is 1: if the targets differ from the weights
  /// by an ulp or two, d is rounding error, and a longer step could lead anywhere.
  void set_direction() {
    changes_.resize(active_.size());
    move_.direction.terms.clear();
    for (std::size_t i = 0; i < active_.size(); ++i) {
      changes_[i] = targets_[i] - active_.weight(i);
      if (changes_[i] == 0) continue;
      Term term = active_.terms()[i];
      term.weight = changes_[i];
      move_.direction.terms.push_back(term);
    }
    move_.direction.max_step = 1;
  }

  ActiveSet active_;
  ReducedHessian model_;
  LmoResult lmo_;
  std::vector<std::size_t> parts_;  ///< positions of the LMO's vertex, by block
  Vector slopes_;
  std::vector<double> targets_;
  std::vector<double> changes_;
};

void CorrectiveAtomsRule::visit(Archive& archive) {
  archive(lmo_.atom, lmo_.error, move_.duality_gap->gap, move_.duality_gap->noise);
  archive(active_, model_, targets_, move_.curvature);
  parts_.resize(static_cast<std::size_t>(active_.block_count()));
  for (std::size_t& i : parts_) archive(i);
  if (!archive.is_loading()) return;
  const auto is_active = [this](std::size_t i) { return i < active_.size(); };
  Archive::require(
      targets_.size() == active_.size() && std::all_of(parts_.begin(), parts_.end(), is_active),
      "its lists do not fit together");
  move_.kind = move_.curvature ? MoveKind::corrective : MoveKind::frank_wolfe;
  set_direction();
}

}  // namespace

std::unique_ptr<ModelRule> begin_corrective_atoms(const DirectionContext& context, Index max_atoms,
                                                  Index max_bytes) {
  return std::make_unique<CorrectiveAtomsRule>(context, MemoryLimits{max_atoms, max_bytes});
}

// Corrective steps over a box.

namespace {

class CorrectiveBoxRule final : public ModelRule {
 public:
  explicit CorrectiveBoxRule(Faces faces)
      : lower_(std::move(faces.lower)),
        upper_(std::move(faces.upper)),
        row_of_(static_cast<std::size_t>(lower_.size()), kNone),
        v_(lower_.size()) {
    move_.duality_gap = DualityGap{.lmo = &lmo_};
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    lmo_.accuracy = oracle.accuracy();
    oracle.call(at.gradient(), lmo_);
    const Vector& x = *at.x();
    const Vector& g = at.gradient().dense();
    certify(x, g);
    find_rows(x, g, at.curvature()->is_constant() && model_.rows() > 0);
    fill_variables(x, g);
    targets_.clear();
    move_.curvature = minimize(*at.curvature());
    move_.kind = MoveKind::corrective;
    if (move_.curvature) {
      targets_ = variables_.value;
    }
    set_direction();
  }

  bool moved(double t) override {
    landings_.clear();
    for (std::size_t r = 0; r < targets_.size(); ++r) {
      const Index j = rows_[r];
      const double bound = changes_[r] < 0 ? lower_[j] : upper_[j];
      const bool lands = t == 1 ? targets_[r] == bound : t >= (bound - before_[r]) / changes_[r];
      if (changes_[r] != 0 && lands) landings_.push_back({j, bound});
    }
    return !landings_.empty();
  }

  bool recenter(const Oracle& set, VectorRef x) override {
    bool changed = false;
    for (const auto& [j, bound] : landings_) {
      changed = changed || x[j] != bound;
      x[j] = bound;
    }
    landings_.clear();
    return set.recenter(x) || changed;
  }

  void visit(Archive& archive) override;

 private:
  static constexpr Index kNone = -1;
  struct Landing {
    Index j;
    double bound;
  };

  /// With v from the box's LMO no term of <g, x - v> is negative, so none cancel.
  void certify(const Vector& x, const Vector& g) {
    lmo_.atom.assign_to(v_);
    v_ = x - v_;
    move_.duality_gap->gap = g.dot(v_);
    move_.duality_gap->noise = dot_noise(g, v_);
  }

  bool is_free(const Vector& x, const Vector& g, Index j) const {
    if (x[j] > lower_[j] && x[j] < upper_[j]) return true;
    return lower_[j] < upper_[j] && (x[j] <= lower_[j] ? g[j] < 0 : g[j] > 0);
  }

  /// A coordinate keeps its row once it was free, if H is constant and already formed.
  void find_rows(const Vector& x, const Vector& g, bool keeps) {
    if (!keeps) {
      for (const Index j : rows_) row_of_[j] = kNone;
      rows_.clear();
      model_.clear();
    }
    for (Index j = 0; j < x.size(); ++j) {
      Index& row = row_of_[j];
      if (row != kNone || !is_free(x, g, j)) continue;
      row = static_cast<Index>(rows_.size());
      rows_.push_back(j);
    }
    make_terms(x.size());
  }

  void make_terms(Index dimension) {
    while (atoms_.size() < rows_.size()) atoms_.emplace_back();
    terms_.resize(rows_.size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      atoms_[r].become_coordinate(dimension, rows_[r], 1);
      terms_[r] = {.atom = &atoms_[r]};
    }
  }

  void fill_variables(const Vector& x, const Vector& g) {
    variables_.resize(static_cast<Index>(rows_.size()));
    variables_.block_count = 0;
    before_.resize(rows_.size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Index j = rows_[r];
      before_[r] = x[j];
      variables_.set_coordinate(static_cast<Index>(r), x[j], g[j], lower_[j], upper_[j]);
    }
  }

  /// p'Hp, or nothing without a decrease of the model.
  std::optional<double> minimize(Curvature& curvature) {
    if (rows_.empty()) return std::nullopt;
    const double gap = *move_.duality_gap->gap;
    curvature.refresh();
    const Index known = model_.rows(), size = static_cast<Index>(rows_.size());
    if (size > kMostRows || curvature.gram_cost(terms_, known) > kCheapModel) {
      model_.clear();
      descent_.minimize(curvature, terms_, variables_, swept_tolerance(curvature, gap), kSweeps);
      if (descent_.decrease() > 0 && descent_.curvature() >= 0) return descent_.curvature();
      return std::nullopt;
    }
    model_.grow(size);
    if (known < size) curvature.gram(terms_, known, model_.h());
    const auto outcome = model_.minimize(variables_, model_tolerance(curvature, gap));
    has_negative_curvature_ =
        outcome == ActiveSetQp::Outcome::not_convex && curvature.is_constant();
    const bool lower = outcome != ActiveSetQp::Outcome::not_convex && model_.decrease() > 0;
    if (lower && model_.curvature() >= 0) return model_.curvature();
    return std::nullopt;
  }

  /// To the targets or, if there are none, to the LMO's vertex.
  void set_direction() {
    move_.direction.terms.clear();
    changes_.assign(targets_.size(), 0);
    move_.direction.point_weight = targets_.empty() ? -1 : 0;
    if (targets_.empty()) {
      move_.kind = MoveKind::frank_wolfe;
      move_.direction.terms.push_back({.atom = &lmo_.atom});
      move_.direction.max_step = 1;
      return;
    }
    for (std::size_t r = 0; r < targets_.size(); ++r) {
      changes_[r] = targets_[r] - before_[r];
      if (changes_[r] == 0) continue;
      move_.direction.terms.push_back({.atom = &atoms_[r], .weight = changes_[r]});
    }
    move_.direction.max_step = 1;
  }

  Vector lower_;
  Vector upper_;
  LmoResult lmo_;
  ActiveSetQp model_;
  BlockCoordinateDescent descent_;
  QpVariables variables_;
  std::vector<Index> rows_;    ///< coordinate of each row
  std::vector<Index> row_of_;  ///< by coordinate
  std::deque<Atom> atoms_;     ///< by row
  std::vector<Term> terms_;
  std::vector<double> before_;  ///< x, by row
  std::vector<double> targets_;
  std::vector<double> changes_;
  std::vector<Landing> landings_;  ///< coordinates that have reached a bound since x was recentred
  Vector v_;
};

void CorrectiveBoxRule::visit(Archive& archive) {
  archive(lmo_.atom, lmo_.error, move_.duality_gap->gap, move_.duality_gap->noise);
  archive(rows_, before_, targets_, move_.curvature, model_);
  if (!archive.is_loading()) return;
  const Index n = lower_.size();
  Archive::require(lmo_.atom.size() == n, "the atom has another size");
  Archive::require(before_.size() == rows_.size() &&
                       (targets_.empty() || targets_.size() == rows_.size()) &&
                       model_.rows() <= static_cast<Index>(rows_.size()),
                   "its lists do not fit together");
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    Archive::require(rows_[r] < n, "an index is out of range");
    row_of_[rows_[r]] = static_cast<Index>(r);
  }
  make_terms(n);
  set_direction();
  if (!targets_.empty()) move_.kind = MoveKind::corrective;
}

}  // namespace

std::unique_ptr<ModelRule> begin_corrective_box(Faces faces) {
  return std::make_unique<CorrectiveBoxRule>(std::move(faces));
}

bool is_box(const Faces& faces) {
  return std::all_of(faces.blocks.begin(), faces.blocks.end(),
                     [](const auto& block) { return block.kind == Faces::Kind::box; });
}

namespace {

/// Uses the model until a constant H shows negative curvature, then continues as blended-pairwise.
class CorrectiveRule final : public DirectionRule {
 public:
  CorrectiveRule(const DirectionContext& context, const Corrective& parameters)
      : set_(context.set), parameters_(parameters) {
    model_ = begin_model(context);
  }

  std::string_view name() const override { return active().name(); }

  void choose(Cursor& at, OracleCalls& oracle) override {
    active().choose(at, oracle);
    if (model_ != nullptr && model_->has_negative_curvature()) {
      WeightedAtoms atoms;
      model_->store(*at.x(), atoms);
      model_->leave(at);
      hand_over(Atom(*at.x()), atoms);
      active().choose(at, oracle);
    }
    move_ = active().move();
  }

  bool moved(double t) override { return active().moved(t); }
  bool recenter(const Oracle& set, VectorRef x) override { return active().recenter(set, x); }
  void store(const Vector& x, WeightedAtoms& atoms) const override { active().store(x, atoms); }

  void visit(Archive& archive) override {
    archive.expect("direction", Corrective::name);
    expect(archive, parameters_);
    bool is_blended = blended_ != nullptr;
    archive(is_blended);
    if (is_blended && blended_ == nullptr) hand_over(set_.start(), {});
    archive(active());
    move_ = active().move();
  }

 private:
  std::unique_ptr<ModelRule> begin_model(const DirectionContext& context) const {
    Faces faces = set_.faces();
    if (is_box(faces)) return begin_corrective_box(std::move(faces));
    return begin_corrective_atoms(context, parameters_.max_atoms, parameters_.max_bytes);
  }

  DirectionRule& active() const {
    return model_ != nullptr ? static_cast<DirectionRule&>(*model_) : *blended_;
  }

  void hand_over(const Atom& x, const WeightedAtoms& atoms) {
    blended_ =
        BlendedPairwise{.max_atoms = parameters_.max_atoms, .max_bytes = parameters_.max_bytes}
            .begin({.set = set_, .x0 = x, .atoms = atoms});
    model_.reset();
  }

  const Oracle& set_;
  Corrective parameters_;
  std::unique_ptr<ModelRule> model_;
  std::unique_ptr<DirectionRule> blended_;
};

}  // namespace

std::unique_ptr<DirectionRule> Corrective::begin(const DirectionContext& context) const {
  if (!context.has_products) require_set(name, context);
  validate(*this);
  if (context.constrained) {
    if (auto rule = context.set.corrective_rule(context)) return rule;
  }
  if (!context.has_curvature && !context.has_products) {
    throw InvalidInput("direction", "corrective",
                       "needs an objective that knows its curvature, as quadratics and losses of "
                       "linear images do: must be blended-pairwise");
  }
  const bool has_vertices =
      context.constrained && context.set.rewards_memory() && !is_box(context.set.faces());
  if (context.has_products && !has_vertices) return begin_corrective_products(context);
  return std::make_unique<CorrectiveRule>(context, *this);
}

}  // namespace acgd
