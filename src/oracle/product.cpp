#include "acgd/oracle/product.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/embedded.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

std::vector<std::shared_ptr<const Oracle>> shared(std::vector<std::unique_ptr<Oracle>> parts) {
  return {std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end())};
}

}  // namespace

/// Each part's own gradient and answer, kept from call to call.
struct Product::Memory {
  std::vector<Gradient> gradients;
  std::vector<OracleCall> answers;
  Embedding embedding;
};

Product::Product(std::vector<std::shared_ptr<const Oracle>> parts) : parts_(std::move(parts)) {
  require_at_least("number of parts", static_cast<long long>(parts_.size()), 1);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!parts_[i]) throw InvalidInput(compose("parts[{}] = null: must be a set", i));
    dimension_ += parts_[i]->dimension();
  }
}

Product::Product(std::vector<std::unique_ptr<Oracle>> parts) : Product(shared(std::move(parts))) {}

std::unique_ptr<Oracle> Product::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Product>(context.reader().parts(parts, context.variable));
}

std::string Product::name() const {
  constexpr std::size_t most_named = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(parts_.size(), most_named); ++i) {
    names += compose("{} {}", i == 0 ? ":" : ",", parts_[i]->name());
  }
  return compose("product of {} sets in R^{}{}{}", parts_.size(), dimension_, names,
                 parts_.size() > most_named ? ", ..." : "");
}

void Product::minimize(const Gradient& gradient, OracleCall& answer) const {
  Memory& memory = split(gradient, answer);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    parts_[i]->minimize(memory.gradients[i], memory.answers[i]);
  }
  join(memory, answer);
}

void Product::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  Memory& memory = split(gradient, answer);
  memory.embedding.begin(answer);
  Index left = std::max<Index>(most, 0);
  Index offset = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto parts_left = static_cast<Index>(parts_.size() - i);
    OracleCall& part = memory.answers[i];
    parts_[i]->several(memory.gradients[i], (left + parts_left - 1) / parts_left, part);
    for (std::size_t k = 0; k < part.other_count; ++k) {
      memory.embedding.add(part.others[k], offset, dimension_, answer);
    }
    left -= static_cast<Index>(part.other_count);
    offset += parts_[i]->dimension();
  }
  join(memory, answer);
}

/// Gives each part its gradient, its share of the accuracy and its atom of the answer before, which
/// warm-starts there and keeps its memory.
Product::Memory& Product::split(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Memory& memory = answer.memory<Memory>();
  memory.gradients.resize(parts_.size());
  memory.answers.resize(parts_.size());
  Atom::Blocks& blocks = answer.atom.become_blocks(dimension_, parts_.size());
  Index offset = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Index size = parts_[i]->dimension();
    if (memory.gradients[i].size() != size) memory.gradients[i] = Gradient(size);
    memory.gradients[i].entries() = g.segment(offset, size);
    memory.answers[i].accuracy = answer.accuracy / static_cast<double>(parts_.size());
    std::swap(memory.answers[i].atom, blocks.parts[i]);
    offset += size;
  }
  return memory;
}

/// Takes the atoms of the parts back.
void Product::join(Memory& memory, OracleCall& answer) const {
  Atom::Blocks& blocks = answer.atom.become_blocks(dimension_, parts_.size());
  answer.error = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::swap(memory.answers[i].atom, blocks.parts[i]);
    answer.error += memory.answers[i].error;
  }
}

Violation Product::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  Violation worst;
  std::size_t worst_part = 0;
  Index worst_offset = 0;
  Index offset = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto segment = x.segment(offset, parts_[i]->dimension());
    Violation here = measured(*parts_[i], segment, parts_[i]->violation(segment));
    // A part that cannot tell counts only as long as no other is known to be violated.
    const bool nothing_yet = !(worst.distance > 0);
    if (relative(here) > relative(worst) || (nothing_yet && !(here.distance <= 0))) {
      worst = std::move(here);
      worst_part = i;
      worst_offset = offset;
    }
    offset += parts_[i]->dimension();
  }
  if (worst.distance > 0) {
    worst.detail = compose("part {} ({}), which begins at x[{}]: {}", worst_part,
                           parts_[worst_part]->name(), worst_offset, worst.detail);
  }
  return worst;
}

Atom Product::start() const {
  Atom atom;
  Atom::Blocks& blocks = atom.become_blocks(dimension_, parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) blocks.parts[i] = parts_[i]->start();
  return atom;
}

bool Product::is_norm_ball() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const auto& part) { return part->is_norm_ball(); });
}

bool Product::is_interior(ConstVectorRef x) const {
  Index offset = 0;
  return std::all_of(parts_.begin(), parts_.end(), [&](const auto& part) {
    const Index begin = offset;
    offset += part->dimension();
    return part->is_interior(x.segment(begin, part->dimension()));
  });
}

bool Product::is_polytope() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const auto& part) { return part->is_polytope(); });
}

bool Product::rewards_memory() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const auto& part) { return part->rewards_memory(); });
}

Faces Product::faces() const {
  Faces joint{.blocks = {}};
  Index offset = 0;
  for (const auto& part : parts_) {
    const Faces faces = part->faces();
    const auto first = static_cast<Index>(joint.blocks.size());
    joint.blocks.insert(joint.blocks.end(), faces.blocks.begin(), faces.blocks.end());
    for (Index i = 0; i < part->dimension(); ++i) joint.block_of.push_back(first + faces.block(i));
    if (faces.lower.size() > 0) {
      if (joint.lower.size() == 0) joint.lower = joint.upper = Vector::Zero(dimension_);
      joint.lower.segment(offset, part->dimension()) = faces.lower;
      joint.upper.segment(offset, part->dimension()) = faces.upper;
    }
    offset += part->dimension();
  }
  if (joint.blocks.size() == 1) joint.block_of.clear();
  return joint;
}

bool Product::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  bool changed = false;
  Index offset = 0;
  for (const auto& part : parts_) {
    if (part->recenter(x.segment(offset, part->dimension()))) changed = true;
    offset += part->dimension();
  }
  return changed;
}

}  // namespace acgd
