#include "acgd/oracle/shifted.hpp"

#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/wrapped.hpp"

namespace acgd {

struct Shifted::Memory {
  OracleCall inner;
  AtomSum sum;
};

Shifted::Shifted(std::shared_ptr<const Oracle> set, Vector shift)
    : set_(std::move(set)), shift_(std::move(shift)) {
  require_set("set", set_);
  require_dimension(*set_, "shift", shift_);
  if (auto bad = violation_if_not_finite(shift_)) {
    throw InvalidInput("shift" + bad->detail.substr(1));
  }
  is_still_ = shift_.isZero(0);
  is_one_block_ = set_->faces().blocks.size() == 1;
  const Index few = dimension() / 4;
  if ((shift_.array() != 0).count() > few) {
    shift_atom_ = Atom(shift_);
    return;
  }
  Atom::Sparse& entries = shift_atom_.become_sparse(dimension());
  for (Index i = 0; i < dimension(); ++i) {
    if (shift_[i] == 0) continue;
    entries.indices.push_back(i);
    entries.values.push_back(shift_[i]);
  }
}

std::string Shifted::name() const {
  return compose("{} shifted by a vector of length {}", set_->name(), shift_.norm());
}

void Shifted::minimize(const Gradient& gradient, OracleCall& answer) const {
  Memory& memory = hand_in(answer);
  set_->minimize(gradient, memory.inner);
  hand_out(memory, answer);
}

void Shifted::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  Memory& memory = hand_in(answer);
  OracleCall& inner = memory.inner;
  set_->several(gradient, is_one_block_ ? most : 0, inner);
  answer.other_count = 0;
  for (std::size_t i = 0; is_one_block_ && i < inner.other_count; ++i) {
    memory.sum.begin(dimension());
    memory.sum.add(shift_atom_);
    memory.sum.add(inner.others[i]);
    memory.sum.write(answer.add_other());
  }
  hand_out(memory, answer);
}

Shifted::Memory& Shifted::hand_in(OracleCall& answer) const {
  Memory& memory = answer.memory<Memory>();
  forget_warm_start(memory.inner.atom);
  memory.inner.accuracy = answer.accuracy;
  memory.inner.error = 0;
  return memory;
}

void Shifted::hand_out(Memory& memory, OracleCall& answer) const {
  memory.sum.begin(dimension());
  memory.sum.add(shift_atom_);
  memory.sum.add(memory.inner.atom);
  memory.sum.write(answer.atom);
  answer.error = memory.inner.error;
}

Violation Shifted::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation violation = set_->violation(x - shift_);
  // What is lost when the shift is added and taken away again was not outside.
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * shift_.lpNorm<1>();
  if (violation.distance <= rounding) return {};
  if (!violation.detail.empty()) violation.detail = "of x - shift: " + violation.detail;
  if (violation.size > 0) violation.size += kShareOfEntry * x.lpNorm<Eigen::Infinity>();
  return violation;
}

Atom Shifted::start() const {
  AtomSum sum;
  sum.begin(dimension());
  sum.add(shift_atom_);
  sum.add(set_->start());
  Atom start;
  sum.write(start);
  return start;
}

Faces Shifted::faces() const {
  Faces faces = set_->faces();
  for (Faces::Block& block : faces.blocks) {
    if (block.kind == Faces::Kind::corners) block = {};
  }
  if (faces.lower.size() == 0) return faces;
  for (Index i = 0; i < dimension(); ++i) {
    const auto block = static_cast<std::size_t>(faces.block(i));
    if (faces.blocks[block].kind != Faces::Kind::box) continue;
    faces.lower[i] += shift_[i];
    faces.upper[i] += shift_[i];
  }
  return faces;
}

}  // namespace acgd
