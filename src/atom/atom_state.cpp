// Atoms on their way into a checkpoint and back.
#include <algorithm>
#include <type_traits>

#include "acgd/atom/atom.hpp"
#include "acgd/core/archive.hpp"

namespace acgd {
namespace {

// Products of products of ... : more than this nobody has written down.
constexpr int kDeepest = 64;

constexpr const char* kMalformed = "malformed atom";

void visit_shape(Archive& archive, Atom::Dense& shape, Index size) {
  archive.visit_resized(shape.values);
  Archive::require(shape.values.size() == size, kMalformed);
}

void visit_shape(Archive& archive, Atom::Coordinate& shape, Index size) {
  archive(shape.index, shape.value);
  Archive::require(shape.index < size, kMalformed);
}

void visit_shape(Archive& archive, Atom::Sparse& shape, Index size) {
  archive(shape.indices, shape.values);
  const bool ascending = std::adjacent_find(shape.indices.begin(), shape.indices.end(),
                                            std::greater_equal<>()) == shape.indices.end();
  Archive::require(shape.indices.size() == shape.values.size() && ascending &&
                       (shape.indices.empty() || shape.indices.back() < size),
                   kMalformed);
}

void visit_shape(Archive& archive, Atom::Signs& shape, Index size) {
  archive(shape.scale);
  shape.signs.resize(archive.visit_size(shape.signs.size(), 1));
  archive.bytes(shape.signs.data(), static_cast<std::size_t>(shape.signs.size()));
  Archive::require(shape.signs.size() == size, kMalformed);
}

void visit_shape(Archive& archive, Atom::RankOne& shape, Index size) {
  archive(shape.scale);
  archive.visit_resized(shape.left);
  archive.visit_resized(shape.right);
  const Index rows = shape.left.size(), cols = shape.right.size();
  Archive::require(rows == 0 ? size == 0 : size / rows == cols && size % rows == 0, kMalformed);
}

void visit_shape(Archive& archive, Atom::LowRank& shape, Index size) {
  // A term takes at least its scale and two lengths.
  const Index count = archive.visit_size(static_cast<Index>(shape.terms.size()), 24);
  shape.terms.resize(static_cast<std::size_t>(count));
  for (Atom::RankOne& term : shape.terms) {
    visit_shape(archive, term, size);
    Archive::require(term.left.size() == shape.terms[0].left.size(), kMalformed);
  }
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
    Archive::require(false, kMalformed);
  }
}

}  // namespace

void Atom::visit(Archive& archive) { visit(archive, 0); }

void Atom::visit(Archive& archive, int depth) {
  Archive::require(depth < kDeepest, kMalformed);
  std::size_t kind = shape_.index();
  archive(size_, kind);
  become_kind(shape_, kind);
  if (auto* blocks = std::get_if<Blocks>(&shape_)) {
    // A part takes at least its size, its kind and a number.
    const Index count = archive.visit_size(static_cast<Index>(blocks->parts.size()), 24);
    blocks->parts.resize(static_cast<std::size_t>(count));
    Index rest = size_;
    for (Atom& part : blocks->parts) {
      part.visit(archive, depth + 1);
      Archive::require(part.size() <= rest, kMalformed);
      rest -= part.size();
    }
    Archive::require(rest == 0, kMalformed);
    return;
  }
  std::visit(
      [&](auto& shape) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(shape)>, Blocks>) {
          visit_shape(archive, shape, size_);
        }
      },
      shape_);
}

}  // namespace acgd
