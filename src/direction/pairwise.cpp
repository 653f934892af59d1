#include "direction/pairwise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/direction/direction_rules.hpp"
#include "direction/direction_rule.hpp"
#include "objective/rounding.hpp"

namespace acgd {

// The pairwise family: away-step (Guelat and Marcotte 1986), pairwise (Lacoste-Julien and Jaggi
// 2015) and blended pairwise Frank-Wolfe (Tsuji, Tanaka and Pokutta 2022), on products of blocks,
// optionally lazy (Braun, Pokutta and Zink 2017).
//
// 1. Compute <g, a_i> for the active set; find the best and the worst atom of each block.
// 2. Choose a move in each block (choose_in()) from the active atoms alone. A lazy rule keeps it if
//    the total descent is at least kEnough of the bar Phi.
// 3. Otherwise call the LMO, compute the duality gap, lower Phi if the gap is below kEnough Phi,
//    and choose again with the LMO's vertex v as the target.
// 4. Scale the blocks' moves to common step lengths and add them up to d (form_direction()).
// 5. After the step (moved()), update the weights. A block that takes its maximum step in an away
//    or pairwise move drops the atom it moves away from.

namespace {

using Kind = BlockMove::Kind;

// Active atoms must reach this fraction of the bar.
constexpr double kEnough = 0.5;
// A descent of less than this multiple of its rounding error does not count.
constexpr double kAboveNoise = 8;
// Maximum number of iterations without an LMO call: steps that need not decrease f could cycle
// among active atoms.
constexpr Index kMostUnasked = 100;

// Ratio up to which two lengths are equal but for the rounding of a division.
constexpr double kSameLength = 1 + 4 * std::numeric_limits<double>::epsilon();

}  // namespace

ActiveSetRule::ActiveSetRule(const DirectionContext& context, const Settings& settings)
    : settings_(settings),
      active_(context, settings.memory),
      views_(static_cast<std::size_t>(active_.block_count())),
      moves_(views_.size()),
      answer_slopes_(views_.size()),
      factors_(views_.size()) {}

void ActiveSetRule::choose(Cursor& at, OracleCalls& oracle) {
  active_.arrive(at);
  find_slopes(at, 0);
  survey(at.gradient());
  move_.duality_gap.reset();
  ++unasked_;
  choose_moves();
  if (oracle.is_required() || !active_atoms_promise_enough()) {
    call_lmo(at, oracle);
    choose_moves();
  }
  scale_moves();
  form_direction();
}

void ActiveSetRule::find_slopes(Cursor& at, std::size_t from) {
  const auto first = static_cast<Index>(from), count = static_cast<Index>(active_.size());
  if (count > slopes_.size()) slopes_.conservativeResize(2 * count);
  at.slopes(active_.terms().subspan(from), slopes_.segment(first, count - first));
}

/// Finds the best and the worst atom of positive weight in each block.
void ActiveSetRule::survey(const Gradient& gradient) {
  std::fill(views_.begin(), views_.end(), BlockView{});
  for (BlockView& view : views_) {
    view.best_slope = std::numeric_limits<double>::infinity();
    view.worst_slope = -std::numeric_limits<double>::infinity();
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    BlockView& view = views_[active_.block(i)];
    const double slope = slopes_[static_cast<Index>(i)], weight = active_.weight(i);
    view.mean += weight * slope;
    // A low-rank iterate (sparse gradient) moves only along rank-one and low-rank atoms.
    const Atom& atom = *active_.terms()[i].atom;
    const bool moves = gradient.is_dense() || atom.as<Atom::RankOne>() || atom.as<Atom::LowRank>();
    if (weight > 0 && !moves) view.can_leave_all = false;
    if (!(weight > 0) || !moves) continue;
    if (slope < view.best_slope) view.best_slope = slope, view.best = i;
    if (slope > view.worst_slope) {
      view.worst_slope = slope;
      view.worst = i;
      view.worst_weight = weight;
    }
  }
  for (BlockView& view : views_) {
    view.to = view.best;
    view.to_slope = view.worst_weight > 0 ? view.best_slope : view.mean;
  }
}

void ActiveSetRule::call_lmo(Cursor& at, OracleCalls& oracle) {
  lmo_.accuracy = oracle.accuracy();
  oracle.call(at.gradient(), lmo_);
  unasked_ = 0;
  const std::size_t known = active_.size();
  active_.take(lmo_.atom, positions_);
  if (active_.size() > known) find_slopes(at, known);
  double sizes = 0;
  for (std::size_t b = 0; b < views_.size(); ++b) {
    answer_slopes_[b] = slopes_[static_cast<Index>(positions_[b])];
    sizes += std::abs(answer_slopes_[b]);
    // The vertex of an inexact LMO may be worse than an active atom.
    BlockView& view = views_[b];
    const bool is_best = !(view.worst_weight > 0 && view.best_slope < answer_slopes_[b]);
    view.to = is_best ? positions_[b] : view.best;
    view.to_slope = is_best ? answer_slopes_[b] : view.best_slope;
  }
  // <g, x - v> = sum of w_i <g, a_i - v>: with an exact LMO no term is negative, so none cancel.
  double gap = 0;
  for (std::size_t i = 0; i < known; ++i) {
    const double slope = slopes_[static_cast<Index>(i)];
    gap += active_.weight(i) * (slope - answer_slopes_[active_.block(i)]);
    sizes += active_.weight(i) * std::abs(slope);
  }
  move_.duality_gap = DualityGap{.lmo = &lmo_, .gap = gap, .noise = kDotNoise * sizes};
  lower_the_bar(gap + lmo_.error);
}

void ActiveSetRule::choose_moves() {
  bool any = false;
  for (std::size_t b = 0; b < views_.size(); ++b) {
    moves_[b] = choose_in(views_[b]);
    // A NaN descent is kept, so that the run detects it.
    if (moves_[b].descent <= 0) moves_[b] = {};
    any = any || moves_[b].kind != Kind::none;
  }
  if (any) return;
  // No descent in any block: x is optimal up to rounding, as the gap shows.
  for (std::size_t b = 0; b < views_.size(); ++b) moves_[b] = BlockMove::frank_wolfe(views_[b]);
}

/// Updates Phi of Braun, Pokutta and Zink (2017).
void ActiveSetRule::lower_the_bar(double gap) {
  if (!bar_) {
    bar_ = gap / 2;
  } else if (gap < kEnough * *bar_) {
    bar_ = std::min(gap, *bar_) / 2;
  }
}

bool ActiveSetRule::active_atoms_promise_enough() const {
  if (!settings_.lazy || !bar_ || unasked_ > kMostUnasked) return false;
  double descent = 0, noise = 0;
  for (std::size_t b = 0; b < views_.size(); ++b) {
    descent += moves_[b].descent;
    noise += kDotNoise * (std::abs(views_[b].worst_slope) + std::abs(views_[b].best_slope));
  }
  return descent >= kEnough * *bar_ && descent > kAboveNoise * noise;
}

/// Scales down the moves of blocks with a short maximum step, so that these blocks reach it at the
/// length of the last step and do not limit the others.
void ActiveSetRule::scale_moves() {
  if (moves_.size() == 1) return;
  for (BlockMove& move : moves_) move.scale = std::min(1.0, move.limit / last_step_);
}

/// d = sum over blocks of scale * d_b. Its multiple of x is point_weight where that is the same in
/// all blocks; otherwise it is expanded into the atoms of x.
void ActiveSetRule::form_direction() {
  Direction& d = move_.direction;
  d.max_step = std::numeric_limits<double>::infinity();
  coefficients_.assign(active_.size(), 0);
  for (std::size_t b = 0; b < moves_.size(); ++b) {
    const BlockMove& move = moves_[b];
    factors_[b] = move.kind == Kind::frank_wolfe ? -move.scale
                  : move.kind == Kind::away      ? move.scale
                                                 : 0;
    if (move.kind == Kind::none) continue;
    if (move.kind != Kind::away) coefficients_[move.to] += move.scale;
    if (move.kind != Kind::frank_wolfe) coefficients_[move.from] -= move.scale;
    d.max_step = std::min(d.max_step, move.limit / move.scale);
  }
  const bool same = std::all_of(factors_.begin(), factors_.end(),
                                [this](double factor) { return factor == factors_[0]; });
  d.point_weight = same ? factors_[0] : 0;
  d.terms.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const double of_x = factors_[active_.block(i)] - d.point_weight;
    Term term = active_.terms()[i];
    term.weight = coefficients_[i] + of_x * term.weight;
    if (term.weight != 0) d.terms.push_back(term);
  }
  move_.kind = kind();
}

MoveKind ActiveSetRule::kind() const {
  Kind common = Kind::none;
  for (const BlockMove& move : moves_) {
    if (move.kind == Kind::none || move.kind == common) continue;
    if (common != Kind::none) return MoveKind::corrective;
    common = move.kind;
  }
  return common == Kind::away       ? MoveKind::away
         : common == Kind::pairwise ? MoveKind::pairwise
                                    : MoveKind::frank_wolfe;
}

/// Step length of a block in a step of length t: exactly its limit if t is the maximum step and the
/// block reaches its limit there up to rounding.
double ActiveSetRule::length_in(const BlockMove& move, double t) const {
  const double longest = move_.direction.max_step;
  const bool to_the_end = t == longest && move.limit / move.scale <= longest * kSameLength;
  return to_the_end ? move.limit : std::min(t * move.scale, move.limit);
}

bool ActiveSetRule::moved(double t) {
  for (std::size_t b = 0; b < moves_.size(); ++b) {
    const Kind kind = moves_[b].kind;
    const double length = length_in(moves_[b], t);
    factors_[b] = kind == Kind::frank_wolfe ? 1 - length : kind == Kind::away ? 1 + length : 1;
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    active_.set_weight(i, factors_[active_.block(i)] * active_.weight(i));
  }
  for (const BlockMove& move : moves_) {
    if (move.kind == Kind::none) continue;
    const double length = length_in(move, t);
    if (move.kind != Kind::away) active_.set_weight(move.to, active_.weight(move.to) + length);
    if (move.kind != Kind::frank_wolfe) {
      const double rest = std::max(active_.weight(move.from) - length, 0.0);
      active_.set_weight(move.from, length == move.limit ? 0 : rest);
    }
  }
  // After a step of maximum length the next one may be longer.
  if (t > 0) last_step_ = std::min(t == move_.direction.max_step ? 2 * t : t, 1.0);
  return active_.settle();
}

bool ActiveSetRule::recenter(const Oracle& set, VectorRef x) {
  const bool changed = active_.recenter(x);
  return set.recenter(x) || changed;
}

void ActiveSetRule::visit(Archive& archive) {
  archive.expect("direction", settings_.name);
  archive.expect("lazy", settings_.lazy);
  archive.expect("max_atoms", settings_.memory.max_atoms);
  archive.expect("max_bytes", settings_.memory.max_bytes);
  archive(active_, lmo_.atom, lmo_.error, last_step_, bar_, unasked_);
  bool has_duality_gap = move_.duality_gap.has_value();
  archive(has_duality_gap);
  if (has_duality_gap) {
    if (archive.is_loading()) move_.duality_gap = DualityGap{.lmo = &lmo_};
    archive(move_.duality_gap->gap, move_.duality_gap->noise);
  }
  for (BlockMove& move : moves_) archive(move);
  if (!archive.is_loading()) return;
  const bool good = std::all_of(moves_.begin(), moves_.end(), [this](const BlockMove& move) {
    return move.to < active_.size() && move.from < active_.size() && move.scale > 0 &&
           last_step_ > 0;
  });
  Archive::require(good, "a move between atoms that are not there");
  form_direction();
}

BlockMove BlockMove::frank_wolfe(const BlockView& at) {
  return {.kind = Kind::frank_wolfe, .to = at.to, .descent = at.gap()};
}

BlockMove BlockMove::away(const BlockView& at) {
  return {.kind = Kind::away,
          .from = at.worst,
          .descent = at.worst_slope - at.mean,
          .limit = at.worst_weight / (1 - at.worst_weight)};
}

BlockMove BlockMove::pairwise(const BlockView& at, std::size_t to, double to_slope) {
  return {.kind = Kind::pairwise,
          .to = to,
          .from = at.worst,
          .descent = at.worst_slope - to_slope,
          .limit = at.worst_weight};
}

void BlockMove::visit(Archive& archive) {
  auto number = static_cast<Index>(kind);
  archive(number, to, from, descent, limit, scale);
  Archive::require(number <= static_cast<Index>(Kind::pairwise), "a move of no kind");
  kind = static_cast<Kind>(number);
}

namespace {

class AwayRule final : public ActiveSetRule {
 public:
  using ActiveSetRule::ActiveSetRule;

 private:
  BlockMove choose_in(const BlockView& at) const override {
    // With a single atom x - a = 0.
    const bool can_leave = at.worst_weight > 0 && at.worst_weight < 1;
    const bool leaves = can_leave && at.worst_slope - at.mean > at.gap();
    return leaves ? BlockMove::away(at) : BlockMove::frank_wolfe(at);
  }
};

}  // namespace

std::unique_ptr<DirectionRule> Away::begin(const DirectionContext& context) const {
  require_set(name, context);
  validate(*this);
  return std::make_unique<AwayRule>(context,
                                    ActiveSetRule::Settings{name, lazy, {max_atoms, max_bytes}});
}

namespace {

class PairwiseRule final : public ActiveSetRule {
 public:
  using ActiveSetRule::ActiveSetRule;

 private:
  BlockMove choose_in(const BlockView& at) const override {
    const bool leads_on = at.can_leave_all || at.worst_slope - at.to_slope >= at.gap();
    if (!(at.worst_weight > 0 && leads_on)) return BlockMove::frank_wolfe(at);
    return BlockMove::pairwise(at, at.to, at.to_slope);
  }
};

}  // namespace

std::unique_ptr<DirectionRule> Pairwise::begin(const DirectionContext& context) const {
  require_set(name, context);
  validate(*this);
  return std::make_unique<PairwiseRule>(
      context, ActiveSetRule::Settings{name, lazy, {max_atoms, max_bytes}});
}

namespace {

class BlendedPairwiseRule final : public ActiveSetRule {
 public:
  using ActiveSetRule::ActiveSetRule;

 private:
  BlockMove choose_in(const BlockView& at) const override {
    const bool stays = at.worst_weight > 0 && at.worst_slope - at.best_slope >= at.gap();
    return stays ? BlockMove::pairwise(at, at.best, at.best_slope) : BlockMove::frank_wolfe(at);
  }
};

}  // namespace

std::unique_ptr<DirectionRule> BlendedPairwise::begin(const DirectionContext& context) const {
  require_set(name, context);
  validate(*this);
  return std::make_unique<BlendedPairwiseRule>(
      context, ActiveSetRule::Settings{name, lazy, {max_atoms, max_bytes}});
}

}  // namespace acgd
