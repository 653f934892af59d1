// Corrective over the shares of kept points, where the set is a sum.

#include <algorithm>

#include "acgd/direction/corrective.hpp"
#include "active_set/summand_descent.hpp"
#include "direction/model_rule.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

// How large the gap of the model may remain, of the gap at x; and how many sweeps that may take.
constexpr double kPartsModelGap = 0.01;
constexpr int kMostPartSweeps = 100;
// x is summed up afresh so often.
constexpr Index kStepsBetweenSums = 10;

class CorrectivePartsRule final : public ModelRule {
 public:
  explicit CorrectivePartsRule(const DirectionContext& context)
      : kept_(context), difference_(context.x0.size()) {
    move_.certificate = Certificate{.answer = &answer_};
    move_.direction.terms.push_back({.atom = &d_});
    move_.direction.max_step = 1;
    d_.become_dense(context.x0.size()).setZero();
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    answer_.accuracy = oracle.accuracy();
    oracle.ask(at.gradient(), answer_);
    const Vector& g = at.gradient().dense();
    certify(*at.x(), g);
    kept_.take(g, answer_);
    Curvature& curvature = *at.curvature();
    curvature.refresh();
    sweeps_.minimize(kept_, g, *curvature.diagonal(), kPartsModelGap * *move_.certificate->gap,
                     kMostPartSweeps);
    Vector& d = d_.become_dense(g.size());
    if (sweeps_.fall() > 0) {
      move_.curvature = sweeps_.curvature();
      targets_ = sweeps_.targets();
      rest_ = sweeps_.rest();
      d = sweeps_.d();
    } else {
      go_to_cheapest(d);
    }
    set_kind();
  }

  bool moved(double t) override {
    kept_.move(t, targets_, rest_);
    return ++steps_ % kStepsBetweenSums == 0;
  }

  bool recenter(const Oracle&, VectorRef x) override { return kept_.recenter(x); }

  void store(const Vector&, WeightedAtoms& atoms) const override { kept_.store(atoms); }

  void visit(Archive& archive) override;

 private:
  void certify(const Vector& x, const Vector& g) {
    answer_.atom.assign_to(difference_);
    difference_ = x - difference_;
    move_.certificate->gap = g.dot(difference_);
    move_.certificate->noise = dot_noise(g, difference_) + dot_noise(g, x);
  }

  /// Where the model has nothing to say.
  void go_to_cheapest(Vector& d) {
    move_.curvature.reset();
    targets_.assign(kept_.size(), 0);
    rest_ = 0;
    for (Index part = 0; part < kept_.part_count(); ++part) {
      targets_[kept_.cheapest(part)] = kept_.amount(part);
    }
    kept_.add_up_changes(targets_, d);
  }

  void set_kind() { move_.kind = move_.curvature ? MoveKind::corrective : MoveKind::toward; }

  KeptParts kept_;
  PartSweeps sweeps_;
  OracleCall answer_;
  Atom d_;
  std::vector<double> targets_;
  double rest_ = 0;    ///< the target of x0
  Vector difference_;  ///< x - v
  Index steps_ = 0;
};

void CorrectivePartsRule::visit(Archive& archive) {
  archive(answer_.atom, answer_.error, move_.certificate->gap, move_.certificate->noise);
  archive(kept_, targets_, rest_, d_, move_.curvature, steps_);
  if (!archive.is_loading()) return;
  const Index n = difference_.size();
  const bool are_shares =
      std::all_of(targets_.begin(), targets_.end(), [](double target) { return target >= 0; });
  Archive::require(are_shares && rest_ >= 0 && rest_ <= 1 && targets_.size() == kept_.size() &&
                       answer_.atom.size() == n && d_.size() == n,
                   "its lists do not fit together");
  set_kind();
}

}  // namespace

std::unique_ptr<ModelRule> begin_corrective_parts(const DirectionContext& context) {
  return std::make_unique<CorrectivePartsRule>(context);
}

}  // namespace acgd
