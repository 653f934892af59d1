#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "active_set/active_set.hpp"
#include "objective/atom_entries.hpp"

namespace acgd {

namespace {

/// Finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection with good bit mixing.
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
  return a.values[found - a.indices.begin()];
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
  // The zeros of different blocks differ by their index.
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

namespace {

/// The entries of a coordinate or sparse atom.
struct Entries {
  std::span<const Index> indices;
  std::span<const double> values;

  explicit Entries(const Atom& atom) {
    if (const auto* one = atom.as<Atom::Coordinate>()) {
      indices = {&one->index, 1};
      values = {&one->value, 1};
    } else if (const auto* sparse = atom.as<Atom::Sparse>()) {
      indices = sparse->indices;
      values = sparse->values;
    }
  }
  Index at(std::size_t k) const { return k < indices.size() ? indices[k] : kBeyond; }

  static constexpr Index kBeyond = std::numeric_limits<Index>::max();
};

bool is_listed(const Atom& atom) {
  return atom.as<Atom::Coordinate>() != nullptr || atom.as<Atom::Sparse>() != nullptr;
}

/// A sparse entry takes twice the memory of a dense one: an index and a value.
bool mean_is_sparse(const Atom& a, const Atom& b) {
  if (!is_listed(a) || !is_listed(b)) return false;
  const std::size_t most = Entries(a).indices.size() + Entries(b).indices.size();
  return static_cast<Index>(2 * most) <= a.size();
}

void add_lists(const Entries& a, double of_a, const Entries& b, double of_b, Atom::Sparse& mean) {
  for (std::size_t i = 0, j = 0; i < a.indices.size() || j < b.indices.size();) {
    const Index next = std::min(a.at(i), b.at(j));
    double value = 0;
    if (a.at(i) == next) value += of_a * a.values[i++];
    if (b.at(j) == next) value += of_b * b.values[j++];
    mean.indices.push_back(next);
    mean.values.push_back(value);
  }
}

}  // namespace

bool can_mix(const Atom& a, const Atom& b, Index bytes) {
  const Index dense = a.size() * static_cast<Index>(sizeof(double));
  return mean_is_sparse(a, b) || dense <= std::max(bytes, byte_count(a) + byte_count(b));
}

void mix(const Part& a, const Part& b, Atom& mean) {
  const double of_a = a.weight / (a.weight + b.weight);
  const double of_b = b.weight / (a.weight + b.weight);
  const Index size = a.atom->size();
  if (mean_is_sparse(*a.atom, *b.atom)) {
    add_lists(Entries(*a.atom), of_a, Entries(*b.atom), of_b, mean.become_sparse(size));
    return;
  }
  Vector& values = mean.become_dense(size);
  values.setZero();
  a.atom->add_to(values, of_a);
  b.atom->add_to(values, of_b);
}

std::size_t AtomStorage::home(AtomId id) const { return fingerprints_[id] & (table_.size() - 1); }

AtomId AtomStorage::find(const Atom& atom) const {
  if (table_.empty()) return kNoAtom;
  const std::uint64_t print = fingerprint(atom);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = print & mask; table_[slot] != kNoAtom; slot = (slot + 1) & mask) {
    const AtomId id = table_[slot];
    if (fingerprints_[id] == print && same_point((*this)[id], atom)) {
      return id;
    }
  }
  return kNoAtom;
}

/// Prefers an id whose atom had the same shape, to reuse its memory.
AtomId AtomStorage::unused(const Atom& like) {
  const auto fits = [&](Index id) { return (*this)[id].shape().index() == like.shape().index(); };
  const auto found = std::find_if(free_.rbegin(), free_.rend(), fits);
  if (found == free_.rend()) {
    atoms_.emplace_back();
    fingerprints_.push_back(0);
    is_used_.push_back(0);
    return static_cast<AtomId>(atoms_.size()) - 1;
  }
  const AtomId id = *found;
  free_.erase(std::next(found).base());
  return id;
}

AtomId AtomStorage::add(const Atom& atom) {
  const AtomId id = unused(atom);
  atoms_[id] = atom;
  place(id);
  return id;
}

void AtomStorage::place(AtomId id) {
  fingerprints_[id] = fingerprint((*this)[id]);
  is_used_[id] = 1;
  ++count_;
  if (2 * count_ > table_.size()) widen();
  insert(id);
}

void AtomStorage::insert(AtomId id) {
  std::size_t slot = home(id);
  while (table_[slot] != kNoAtom) slot = (slot + 1) & (table_.size() - 1);
  table_[slot] = id;
}

void AtomStorage::widen() {
  constexpr std::size_t kFewest = 16;
  const std::vector<AtomId> narrow =
      std::exchange(table_, std::vector<AtomId>(std::max(kFewest, 2 * table_.size()), kNoAtom));
  for (const AtomId id : narrow) {
    if (id != kNoAtom) insert(id);
  }
}

void AtomStorage::drop(AtomId id) {
  const std::size_t mask = table_.size() - 1;
  std::size_t hole = home(id);
  while (table_[hole] != id) hole = (hole + 1) & mask;
  // Deletion with linear probing (Knuth, TAOCP 3, 6.4, algorithm R): close the hole.
  for (std::size_t slot = (hole + 1) & mask; table_[slot] != kNoAtom; slot = (slot + 1) & mask) {
    const std::size_t start = home(table_[slot]);
    if (((slot - start) & mask) < ((slot - hole) & mask)) continue;
    table_[hole] = table_[slot];
    hole = slot;
  }
  table_[hole] = kNoAtom;
  is_used_[id] = 0;
  --count_;
  dropped_.push_back(static_cast<Index>(id));
}

void AtomStorage::release(Cursor& at) {
  for (const Index id : dropped_) {
    at.release(id);
    free_.push_back(id);
  }
  dropped_.clear();
}

void AtomStorage::visit(Archive& archive) {
  // Minimum size of an atom in an archive: its size, its kind and a number.
  constexpr Index kBytesOfAnAtom = 24;
  archive(free_, dropped_);
  const Index count = archive.visit_size(static_cast<Index>(count_), kBytesOfAnAtom);
  if (archive.is_loading()) {
    atoms_.resize(static_cast<std::size_t>(count) + free_.size() + dropped_.size());
    fingerprints_.assign(atoms_.size(), 0);
    is_used_.assign(atoms_.size(), 1);
    mark_free(free_);
    mark_free(dropped_);
    table_.clear();
    count_ = 0;
  }
  for (std::size_t id = 0; id < atoms_.size(); ++id) {
    if (!is_used_[id]) continue;
    atoms_[id].visit(archive);
    if (archive.is_loading()) place(static_cast<AtomId>(id));
  }
}

void AtomStorage::mark_free(const std::vector<Index>& ids) {
  for (const Index id : ids) {
    Archive::require(contains(id), "an id of no atom is out of range or there twice");
    is_used_[id] = 0;
  }
}

}  // namespace acgd
