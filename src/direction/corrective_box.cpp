// Corrective over a box.

#include <algorithm>
#include <cmath>
#include <deque>

#include "acgd/direction/corrective.hpp"
#include "active_set/active_set_qp.hpp"
#include "active_set/block_descent.hpp"
#include "direction/model_effort.hpp"
#include "direction/model_rule.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

class CorrectiveBoxRule final : public ModelRule {
 public:
  explicit CorrectiveBoxRule(Faces faces)
      : lower_(std::move(faces.lower)),
        upper_(std::move(faces.upper)),
        row_of_(static_cast<std::size_t>(lower_.size()), kNone),
        v_(lower_.size()) {
    move_.certificate = Certificate{.answer = &answer_};
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    answer_.accuracy = oracle.accuracy();
    oracle.ask(at.gradient(), answer_);
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

  /// A sum of terms that are >= 0: nothing cancels.
  void certify(const Vector& x, const Vector& g) {
    answer_.atom.assign_to(v_);
    v_ = x - v_;
    move_.certificate->gap = g.dot(v_);
    move_.certificate->noise = dot_noise(g, v_);
  }

  bool is_free(const Vector& x, const Vector& g, Index j) const {
    if (x[j] > lower_[j] && x[j] < upper_[j]) return true;
    return lower_[j] < upper_[j] && (x[j] <= lower_[j] ? g[j] < 0 : g[j] > 0);
  }

  /// Where H stays and is known, a coordinate that was free once keeps its row.
  void find_rows(const Vector& x, const Vector& g, bool keeps) {
    if (!keeps) {
      for (const Index j : rows_) row_of_[static_cast<std::size_t>(j)] = kNone;
      rows_.clear();
      model_.clear();
    }
    for (Index j = 0; j < x.size(); ++j) {
      Index& row = row_of_[static_cast<std::size_t>(j)];
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

  /// p'Hp, or nothing where the model has nothing to say.
  std::optional<double> minimize(Curvature& curvature) {
    if (rows_.empty()) return std::nullopt;
    const double gap = *move_.certificate->gap;
    curvature.refresh();
    const Index known = model_.rows(), size = static_cast<Index>(rows_.size());
    if (size > kMostRows || curvature.gram_cost(terms_, known) > kCheapModel) {
      model_.clear();
      sweeps_.minimize(curvature, terms_, variables_, swept_tolerance(curvature, gap), kSweeps);
      if (sweeps_.fall() > 0 && sweeps_.curvature() >= 0) return sweeps_.curvature();
      return std::nullopt;
    }
    model_.grow(size);
    if (known < size) curvature.gram(terms_, known, model_.h());
    const auto outcome = model_.minimize(variables_, model_tolerance(curvature, gap));
    has_bent_ = outcome == WeightModel::Outcome::not_convex && curvature.is_constant();
    const bool lower = outcome != WeightModel::Outcome::not_convex && model_.fall() > 0;
    if (lower && model_.curvature() >= 0) return model_.curvature();
    return std::nullopt;
  }

  /// To the targets, or, without any, to the oracle's answer.
  void set_direction() {
    move_.direction.terms.clear();
    changes_.assign(targets_.size(), 0);
    move_.direction.point_weight = targets_.empty() ? -1 : 0;
    if (targets_.empty()) {
      move_.kind = MoveKind::toward;
      move_.direction.terms.push_back({.atom = &answer_.atom});
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
  OracleCall answer_;
  WeightModel model_;
  BlockSweeps sweeps_;
  ModelVariables variables_;
  std::vector<Index> rows_;    ///< the coordinate of each
  std::vector<Index> row_of_;  ///< of each coordinate
  std::deque<Atom> atoms_;     ///< of each row
  std::vector<Term> terms_;
  std::vector<double> before_;  ///< x, of each row
  std::vector<double> targets_;
  std::vector<double> changes_;
  std::vector<Landing> landings_;  ///< since x was last recentred
  Vector v_;
};

void CorrectiveBoxRule::visit(Archive& archive) {
  archive(answer_.atom, answer_.error, move_.certificate->gap, move_.certificate->noise);
  archive(rows_, before_, targets_, move_.curvature, model_);
  if (!archive.is_loading()) return;
  const Index n = lower_.size();
  Archive::require(answer_.atom.size() == n, "the atom has another size");
  Archive::require(before_.size() == rows_.size() &&
                       (targets_.empty() || targets_.size() == rows_.size()) &&
                       model_.rows() <= static_cast<Index>(rows_.size()),
                   "its lists do not fit together");
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    Archive::require(rows_[r] < n, "an index is out of range");
    row_of_[static_cast<std::size_t>(rows_[r])] = static_cast<Index>(r);
  }
  make_terms(n);
  set_direction();
  if (!targets_.empty()) move_.kind = MoveKind::corrective;
}

}  // namespace

std::unique_ptr<ModelRule> begin_corrective_box(Faces faces) {
  return std::make_unique<CorrectiveBoxRule>(std::move(faces));
}

}  // namespace acgd
