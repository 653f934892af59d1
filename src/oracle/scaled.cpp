#include "acgd/oracle/scaled.hpp"

#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/wrapped.hpp"

namespace acgd {

struct Scaled::Memory {
  OracleCall inner;
  Atom::Sparse scratch;
};

Scaled::Scaled(std::shared_ptr<const Oracle> set, double factor)
    : set_(std::move(set)), factor_(factor) {
  require_set("set", set_);
  require_positive("factor", factor);
}

std::string Scaled::name() const { return compose("{} times the {}", factor_, set_->name()); }

void Scaled::minimize(const Gradient& gradient, OracleCall& answer) const {
  Memory& memory = hand_in(answer);
  set_->minimize(gradient, memory.inner);
  hand_out(memory, answer);
}

void Scaled::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  Memory& memory = hand_in(answer);
  OracleCall& inner = memory.inner;
  std::swap(inner.others, answer.others);
  set_->several(gradient, most, inner);
  std::swap(inner.others, answer.others);
  answer.other_count = inner.other_count;
  for (std::size_t i = 0; i < answer.other_count; ++i) {
    scale_atom(answer.others[i], factor_, memory.scratch);
  }
  hand_out(memory, answer);
}

/// The previous atom, a warm start, and the accuracy, both as the set has them.
Scaled::Memory& Scaled::hand_in(OracleCall& answer) const {
  Memory& memory = answer.memory<Memory>();
  swap_atoms(memory.inner.atom, answer.atom);
  scale_atom(memory.inner.atom, 1 / factor_, memory.scratch);
  memory.inner.accuracy = answer.accuracy / factor_;
  memory.inner.error = 0;
  return memory;
}

void Scaled::hand_out(Memory& memory, OracleCall& answer) const {
  swap_atoms(memory.inner.atom, answer.atom);
  scale_atom(answer.atom, factor_, memory.scratch);
  answer.error = factor_ * memory.inner.error;
}

Violation Scaled::scaled(Violation violation) const {
  violation.distance *= factor_;
  violation.size *= factor_;
  if (!violation.detail.empty()) {
    violation.detail = compose("of x / {}: {}", factor_, violation.detail);
  }
  return violation;
}

Violation Scaled::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return scaled(set_->violation(x / factor_));
}

Violation Scaled::violation_of(const Atom& x) const {
  Atom inner = x;
  Atom::Sparse scratch;
  scale_atom(inner, 1 / factor_, scratch);
  return scaled(set_->violation_of(inner));
}

Atom Scaled::start() const {
  Atom start = set_->start();
  Atom::Sparse scratch;
  scale_atom(start, factor_, scratch);
  return start;
}

Faces Scaled::faces() const {
  Faces faces = set_->faces();
  for (Faces::Block& block : faces.blocks) {
    if (block.kind == Faces::Kind::corners) block.scale *= factor_;
  }
  faces.lower *= factor_;
  faces.upper *= factor_;
  return faces;
}

}  // namespace acgd
