// Corrective over the weights of kept atoms.

#include <algorithm>
#include <cmath>

#include "acgd/direction/corrective.hpp"
#include "active_set/active_set.hpp"
#include "active_set/reduced_hessian.hpp"
#include "direction/model_rule.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

// So many atoms are welcome from one call of the oracle, or as many as are kept.
constexpr Index kFewOthers = 20;

class CorrectiveAtomsRule final : public ModelRule {
 public:
  CorrectiveAtomsRule(const DirectionContext& context, const MemoryLimits& memory)
      : kept_(context, memory) {
    move_.certificate = Certificate{.answer = &answer_};
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    kept_.arrive(at);
    model_.arrive(kept_);
    ask(at, oracle);
    const auto count = static_cast<Index>(kept_.size());
    if (count > slopes_.size()) slopes_.resize(2 * count);
    at.slopes(kept_.terms(), slopes_.head(count));
    certify();
    move_.curvature.reset();
    const auto outcome = model_.minimize(at, kept_, slopes_, *move_.certificate->gap);
    has_bent_ = outcome == AtomModel::Outcome::bends_downwards && at.curvature()->is_constant();
    if (outcome == AtomModel::Outcome::lower) {
      follow_model();
    } else {
      go_toward();
    }
  }

  void leave(Cursor& at) override {
    for (const Term& term : kept_.terms()) at.release(term.id);
  }

  bool moved(double t) override {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const double change = changes_[i];
      if (change == 0) continue;
      const double w = kept_.weight(i);
      const bool leaves = change < 0 && t >= w / -change;
      kept_.set_weight(i, leaves ? 0 : t == 1 ? targets_[i] : std::max(0.0, w + t * change));
    }
    return kept_.settle();
  }

  bool recenter(const Oracle& set, VectorRef x) override {
    const bool changed = kept_.recenter(x);
    return set.recenter(x) || changed;
  }

  void store(const Vector& x, WeightedAtoms& atoms) const override { kept_.store(x, atoms); }

  void visit(Archive& archive) override;

 private:
  void ask(Cursor& at, OracleCalls& oracle) {
    answer_.accuracy = oracle.accuracy();
    const Index welcome = std::max(kFewOthers, static_cast<Index>(kept_.size()));
    oracle.ask_several(at.gradient(), std::min(welcome, kept_.room()), answer_);
    kept_.take(answer_.atom, parts_);
    for (std::size_t k = 0; k < answer_.other_count; ++k) kept_.take_other(answer_.others[k]);
  }

  /// <g, x - v> = sum of w_i <g, a_i - v>: differences that are not negative have nothing to
  /// cancel.
  void certify() {
    double gap = 0, sizes = 0;
    for (const std::size_t i : parts_) sizes += std::abs(slopes_[static_cast<Index>(i)]);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const double slope = slopes_[static_cast<Index>(i)];
      const std::size_t to = parts_[static_cast<std::size_t>(kept_.block(i))];
      gap += kept_.weight(i) * (slope - slopes_[static_cast<Index>(to)]);
      sizes += kept_.weight(i) * std::abs(slope);
    }
    move_.certificate->gap = gap;
    move_.certificate->noise = kDotNoise * sizes;
  }

  void follow_model() {
    move_.kind = MoveKind::corrective;
    move_.curvature = model_.curvature();
    targets_.resize(kept_.size());
    for (std::size_t i = 0; i < kept_.size(); ++i) targets_[i] = model_.target(i, kept_);
    set_direction();
  }

  /// Where the model has nothing to say: all weights go to the parts of v, as far as the step goes.
  void go_toward() {
    move_.kind = MoveKind::toward;
    targets_.assign(kept_.size(), 0);
    for (const std::size_t i : parts_) targets_[i] = 1;
    set_direction();
  }

  /// d = sum of (target_i - w_i) a_i. A step of 1 is admissible, and no longer one is taken: where
  /// the targets are an ulp or two away, d is rounding, and leads anywhere.
  void set_direction() {
    changes_.resize(kept_.size());
    move_.direction.terms.clear();
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      changes_[i] = targets_[i] - kept_.weight(i);
      if (changes_[i] == 0) continue;
      Term term = kept_.terms()[i];
      term.weight = changes_[i];
      move_.direction.terms.push_back(term);
    }
    move_.direction.max_step = 1;
  }

  KeptAtoms kept_;
  AtomModel model_;
  OracleCall answer_;
  std::vector<std::size_t> parts_;  ///< the positions of the answer, one a block
  Vector slopes_;
  std::vector<double> targets_;
  std::vector<double> changes_;
};

void CorrectiveAtomsRule::visit(Archive& archive) {
  archive(answer_.atom, answer_.error, move_.certificate->gap, move_.certificate->noise);
  archive(kept_, model_, targets_, move_.curvature);
  parts_.resize(static_cast<std::size_t>(kept_.block_count()));
  for (std::size_t& i : parts_) archive(i);
  if (!archive.is_loading()) return;
  const auto is_kept = [this](std::size_t i) { return i < kept_.size(); };
  Archive::require(
      targets_.size() == kept_.size() && std::all_of(parts_.begin(), parts_.end(), is_kept),
      "its lists do not fit together");
  move_.kind = move_.curvature ? MoveKind::corrective : MoveKind::toward;
  set_direction();
}

}  // namespace

std::unique_ptr<ModelRule> begin_corrective_atoms(const DirectionContext& context, Index max_atoms,
                                                  Index max_bytes) {
  return std::make_unique<CorrectiveAtomsRule>(context, MemoryLimits{max_atoms, max_bytes});
}

}  // namespace acgd
