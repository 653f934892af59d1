#include "atom/scaled.hpp"

namespace acgd {
namespace {

/// Fills `to` with factor times what it is called with.
struct ScaledShape {
  Atom& to;
  Index size;
  double factor;

  void operator()(const Atom::Dense& from) const { to.become_dense(size) = factor * from.values; }
  void operator()(const Atom::Coordinate& from) const {
    to.become_coordinate(size, from.index, factor * from.value);
  }
  void operator()(const Atom::Sparse& from) const {
    Atom::Sparse& sparse = to.become_sparse(size);
    sparse.indices = from.indices;
    for (const double value : from.values) sparse.values.push_back(factor * value);
  }
  void operator()(const Atom::Signs& from) const {
    Atom::Signs& signs = to.become_signs(size);
    signs.scale = factor * from.scale;
    signs.signs = from.signs;
  }
  void operator()(const Atom::RankOne& from) const {
    Atom::RankOne& pair = to.become_rank_one(from.left.size(), from.right.size());
    pair = from;
    pair.scale = factor * from.scale;
  }
  void operator()(const Atom::LowRank& from) const {
    if (from.terms.empty()) {
      to.become_dense(size).setZero();
      return;
    }
    const Atom::RankOne& first = from.terms.front();
    Atom::LowRank& sum =
        to.become_low_rank(first.left.size(), first.right.size(), from.terms.size());
    sum.terms = from.terms;
    for (Atom::RankOne& term : sum.terms) term.scale *= factor;
  }
  void operator()(const Atom::Blocks& from) const {
    Atom::Blocks& blocks = to.become_blocks(size, from.parts.size());
    for (std::size_t i = 0; i < from.parts.size(); ++i) {
      blocks.parts[i] = scaled(from.parts[i], factor);
    }
  }
};

}  // namespace

Atom scaled(const Atom& atom, double factor) {
  Atom result;
  std::visit(ScaledShape{result, atom.size(), factor}, atom.shape());
  return result;
}

}  // namespace acgd
