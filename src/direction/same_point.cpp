#include "direction/same_point.hpp"

#include <algorithm>
#include <bit>

#include "objective/atom_entries.hpp"

namespace acgd {
namespace {

/// A bijection in which every bit decides about every other (splitmix64, Steele, Lea and Flood
/// 2014).
std::uint64_t scrambled(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

std::uint64_t entry_print(Index index, double value) {
  return scrambled(scrambled(static_cast<std::uint64_t>(index) + 1) ^
                   std::bit_cast<std::uint64_t>(value));
}

std::uint64_t vector_print(const Vector& values) {
  std::uint64_t sum = 0;
  for (Index i = 0; i < values.size(); ++i) sum += entry_print(i, values[i]);
  return scrambled(sum);
}

double entry(const Atom& atom, Index index);

double entry_of(const Atom::Coordinate& a, Index i) { return a.index == i ? a.value : 0; }
double entry_of(const Atom::Sparse& a, Index i) {
  const auto found = std::lower_bound(a.indices.begin(), a.indices.end(), i);
  if (found == a.indices.end() || *found != i) return 0;
  return a.values[static_cast<std::size_t>(found - a.indices.begin())];
}
double entry_of(const Atom::Signs& a, Index i) { return a.scale * a.signs[i]; }
double entry_of(const Atom::Dense& a, Index i) { return a.values[i]; }
double entry_of(const Atom::RankOne& a, Index i) {
  return a.scale * a.right[i / a.left.size()] * a.left[i % a.left.size()];
}
double entry_of(const Atom::LowRank& a, Index i) {
  if (a.terms.empty()) return 0;
  const Index rows = a.terms[0].left.size();
  return low_rank_entry(a, i % rows, i / rows);
}
double entry_of(const Atom::Blocks& a, Index i) {
  for (const Atom& part : a.parts) {
    if (i < part.size()) return entry(part, i);
    i -= part.size();
  }
  return 0;
}

double entry(const Atom& atom, Index index) {
  return std::visit([&](const auto& shape) { return entry_of(shape, index); }, atom.shape());
}

Index entry_count(const Atom& atom) {
  Index count = 0;
  for_each_entry(atom, 0, [&](Index, double) { ++count; });
  return count;
}

Index bytes_of(Index doubles) { return doubles * static_cast<Index>(sizeof(double)); }

bool same_term(const Atom::RankOne& a, const Atom::RankOne& b) {
  return a.scale == b.scale && a.left == b.left && a.right == b.right;
}

std::uint64_t term_print(const Atom::RankOne& term) {
  return entry_print(0, term.scale) + 3 * vector_print(term.left) + 5 * vector_print(term.right);
}

Index bytes_of(const Atom::RankOne& term) { return bytes_of(term.left.size() + term.right.size()); }

}  // namespace

bool same_point(const Atom& a, const Atom& b) {
  if (a.size() != b.size()) return false;
  const auto* one = a.as<Atom::Coordinate>();
  const auto* other = b.as<Atom::Coordinate>();
  // The zeros of two blocks are told apart by where they are.
  if (one && other) return one->index == other->index && one->value == other->value;
  const auto* pair = a.as<Atom::RankOne>();
  const auto* with = b.as<Atom::RankOne>();
  if (pair || with) return pair && with && same_term(*pair, *with);
  const auto* sum = a.as<Atom::LowRank>();
  const auto* like = b.as<Atom::LowRank>();
  if (sum || like) {
    return sum && like &&
           std::equal(sum->terms.begin(), sum->terms.end(), like->terms.begin(), like->terms.end(),
                      same_term);
  }
  if (entry_count(a) != entry_count(b)) return false;
  bool same = true;
  for_each_entry(a, 0, [&](Index i, double value) { same = same && entry(b, i) == value; });
  return same;
}

std::uint64_t fingerprint(const Atom& atom) {
  if (const auto* pair = atom.as<Atom::RankOne>()) return term_print(*pair);
  if (const auto* matrix = atom.as<Atom::LowRank>()) {
    std::uint64_t sum = 0;
    for (const Atom::RankOne& term : matrix->terms) sum += scrambled(term_print(term));
    return sum;
  }
  const auto* one = atom.as<Atom::Coordinate>();
  if (one && one->value == 0) return entry_print(one->index, 0);
  std::uint64_t sum = 0;
  for_each_entry(atom, 0, [&](Index i, double value) { sum += entry_print(i, value); });
  return sum;
}

Index byte_count(const Atom& atom) {
  if (atom.as<Atom::Coordinate>()) return bytes_of(2);
  if (const auto* sparse = atom.as<Atom::Sparse>()) {
    return bytes_of(2 * static_cast<Index>(sparse->indices.size()));
  }
  if (const auto* signs = atom.as<Atom::Signs>()) return signs->signs.size();
  if (const auto* pair = atom.as<Atom::RankOne>()) return bytes_of(*pair);
  if (const auto* matrix = atom.as<Atom::LowRank>()) {
    Index bytes = 0;
    for (const Atom::RankOne& term : matrix->terms) bytes += bytes_of(term);
    return bytes;
  }
  if (const auto* blocks = atom.as<Atom::Blocks>()) {
    Index bytes = 0;
    for (const Atom& part : blocks->parts) bytes += byte_count(part);
    return bytes;
  }
  return bytes_of(atom.size());
}

}  // namespace acgd
