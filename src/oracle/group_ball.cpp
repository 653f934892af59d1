#include "acgd/oracle/group_ball.hpp"

#include <cassert>

#include "core/compose.hpp"
#include "norm/vector_norms.hpp"
#include "oracle/promising.hpp"

namespace acgd {
namespace {

Index dimension_of(const std::shared_ptr<const Groups>& groups) {
  return groups ? groups->dimension() : 1;  // group_norm() refuses none
}

bool is_same_entries(const Atom& a, const Atom& b) {
  const auto &one = *a.as<Atom::Sparse>(), &other = *b.as<Atom::Sparse>();
  return one.indices == other.indices && one.values == other.values;
}

/// Whether the last of the others is one of those before: of groups that overlap, two may have the
/// same variables with a gradient other than 0.
bool is_there_already(const OracleCall& answer) {
  const Atom& last = answer.others[answer.other_count - 1];
  for (std::size_t k = 0; k + 1 < answer.other_count; ++k) {
    if (is_same_entries(answer.others[k], last)) return true;
  }
  return is_same_entries(answer.atom, last);
}

}  // namespace

struct GroupBall::Memory {
  Promising promising;  ///< its scores: -||g_G||_* / scale for each group
  double scale = 0;
  Index best = -1;
};

GroupBall::GroupBall(Groups groups, WithinGroup within, double radius)
    : GroupBall(std::make_shared<const Groups>(std::move(groups)), within, radius) {}

GroupBall::GroupBall(std::shared_ptr<const Groups> groups, WithinGroup within, double radius)
    : NormBall(group_norm(groups, within), dimension_of(groups), radius),
      groups_(std::move(groups)),
      within_(within) {}

std::unique_ptr<Oracle> GroupBall::Parameters::begin(const SetContext& context) const {
  const Matrix table = context.reader().matrix(file);
  Groups groups = table.cols() == 1 ? Groups::of_variables(table.col(0)) : Groups::of_pairs(table);
  return std::make_unique<GroupBall>(std::move(groups), norm, radius);
}

std::string GroupBall::name() const {
  return compose("{} ball of radius {} of {} groups{} in R^{}", norm().name(), radius(),
                 groups_->count(), groups_->overlap() ? ", which overlap," : "", dimension());
}

void GroupBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Memory& memory = answer.memory<Memory>();
  memory.scale = scale_of_groups(g);
  memory.best = -1;
  Vector& scores = memory.promising.scores;
  scores.setZero(groups_->count());
  double least = 0;
  for (Index group = 0; memory.scale > 0 && group < groups_->count(); ++group) {
    scores[group] = -dual_size(*groups_, within_, group, g, memory.scale);
    if (!(scores[group] < least)) continue;
    least = scores[group];
    memory.best = group;
  }
  if (memory.best >= 0) {
    fill(memory.best, g, memory, answer.atom);
  } else {
    answer.atom.become_sparse(dimension());
  }
}

void GroupBall::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  Memory& memory = answer.memory<Memory>();
  if (most <= 0 || memory.best < 0) return;
  Promising& promising = memory.promising;
  promising.choose(promising.scores, promising.scores[memory.best] / 2, memory.best, most);
  for (const Index group : promising.indices) {
    Atom& other = answer.add_other();
    fill(group, gradient.dense(), memory, other);
    if (groups_->overlap() && is_there_already(answer)) --answer.other_count;
  }
}

/// The atom of a group whose score is not 0.
void GroupBall::fill(Index group, const Vector& g, const Memory& memory, Atom& atom) const {
  Atom::Sparse& v = atom.become_sparse(dimension());
  v.indices.reserve(static_cast<std::size_t>(groups_->largest()));
  v.values.reserve(static_cast<std::size_t>(groups_->largest()));
  const double length = -memory.promising.scores[group];
  for (const Index i : groups_->members(group)) {
    if (g[i] == 0) continue;
    v.indices.push_back(i);
    v.values.push_back(within_ == WithinGroup::l2 ? -radius() * (g[i] / memory.scale / length)
                       : g[i] > 0                 ? -radius()
                                                  : radius());
  }
}

}  // namespace acgd
