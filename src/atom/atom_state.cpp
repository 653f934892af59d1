// Atoms on their way into a checkpoint and back.
#include <algorithm>
#include <type_traits>

#include "acgd/atom/atom.hpp"
#include "acgd/core/state.hpp"

namespace acgd {
namespace {

// Products of products of ... : more than this nobody has written down.
constexpr int kDeepest = 64;

constexpr const char* kNoAtom = "an atom is none";

void visit_shape(State& state, Atom::Dense& shape, Index size) {
  state.visit_resized(shape.values);
  State::require(shape.values.size() == size, kNoAtom);
}

void visit_shape(State& state, Atom::Coordinate& shape, Index size) {
  state(shape.index, shape.value);
  State::require(shape.index < size, kNoAtom);
}

void visit_shape(State& state, Atom::Sparse& shape, Index size) {
  state(shape.indices, shape.values);
  const bool ascending = std::adjacent_find(shape.indices.begin(), shape.indices.end(),
                                            std::greater_equal<>()) == shape.indices.end();
  State::require(shape.indices.size() == shape.values.size() && ascending &&
                     (shape.indices.empty() || shape.indices.back() < size),
                 kNoAtom);
}

void visit_shape(State& state, Atom::Signs& shape, Index size) {
  state(shape.scale);
  shape.signs.resize(state.visit_size(shape.signs.size(), 1));
  state.bytes(shape.signs.data(), static_cast<std::size_t>(shape.signs.size()));
  State::require(shape.signs.size() == size, kNoAtom);
}

void visit_shape(State& state, Atom::RankOne& shape, Index size) {
  state(shape.scale);
  state.visit_resized(shape.left);
  state.visit_resized(shape.right);
  const Index rows = shape.left.size(), cols = shape.right.size();
  State::require(rows == 0 ? size == 0 : size / rows == cols && size % rows == 0, kNoAtom);
}

/// The shape number `kind` of the variant.
template <std::size_t Kind = 0>
void become_kind(Atom::Shape& shape, std::size_t kind) {
  if constexpr (Kind < std::variant_size_v<Atom::Shape>) {
    if (kind == Kind) {
      if (shape.index() != Kind) shape.emplace<Kind>();
    } else {
      become_kind<Kind + 1>(shape, kind);
    }
  } else {
    State::require(false, kNoAtom);
  }
}

}  // namespace

void Atom::visit(State& state) { visit(state, 0); }

void Atom::visit(State& state, int depth) {
  State::require(depth < kDeepest, kNoAtom);
  std::size_t kind = shape_.index();
  state(size_, kind);
  become_kind(shape_, kind);
  if (auto* blocks = std::get_if<Blocks>(&shape_)) {
    // A part takes at least its size, its kind and a number.
    const Index count = state.visit_size(static_cast<Index>(blocks->parts.size()), 24);
    blocks->parts.resize(static_cast<std::size_t>(count));
    Index rest = size_;
    for (Atom& part : blocks->parts) {
      part.visit(state, depth + 1);
      State::require(part.size() <= rest, kNoAtom);
      rest -= part.size();
    }
    State::require(rest == 0, kNoAtom);
    return;
  }
  std::visit(
      [&](auto& shape) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(shape)>, Blocks>) {
          visit_shape(state, shape, size_);
        }
      },
      shape_);
}

}  // namespace acgd
