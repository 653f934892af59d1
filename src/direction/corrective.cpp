#include "acgd/direction/corrective.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/direction/blended_pairwise.hpp"
#include "direction/model_rule.hpp"
#include "direction/needs_set.hpp"

namespace acgd {
namespace {

/// Follows the model as long as there is one, and goes on as blended-pairwise from there.
class CorrectiveRule final : public DirectionRule {
 public:
  CorrectiveRule(const DirectionContext& context, const Corrective& parameters)
      : set_(context.set), parameters_(parameters) {
    model_ = begin_model(context);
  }

  std::string_view name() const override { return active().name(); }

  void choose(Cursor& at, OracleCalls& oracle) override {
    active().choose(at, oracle);
    if (model_ != nullptr && model_->has_bent()) {
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
    bool bent = blended_ != nullptr;
    archive(bent);
    if (bent && blended_ == nullptr) hand_over(set_.start(), {});
    archive(active());
    move_ = active().move();
  }

 private:
  std::unique_ptr<ModelRule> begin_model(const DirectionContext& context) const {
    if (set_.summands() != nullptr && context.has_diagonal_curvature) {
      return begin_corrective_parts(context);
    }
    Faces faces = set_.faces();
    const bool is_box =
        std::all_of(faces.blocks.begin(), faces.blocks.end(),
                    [](const auto& block) { return block.kind == Faces::Kind::box; });
    if (is_box) return begin_corrective_box(std::move(faces));
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
  require_set(name, context);
  validate(*this);
  if (!context.has_curvature) {
    throw InvalidInput(
        "direction = corrective: needs an objective that knows its curvature, as quadratics and "
        "losses of linear images do: must be blended-pairwise");
  }
  return std::make_unique<CorrectiveRule>(context, *this);
}

}  // namespace acgd
