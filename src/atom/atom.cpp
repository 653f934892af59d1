#include "acgd/atom/atom.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "atom/atom.hpp"
#include "parallel/reduction.hpp"

namespace acgd {

namespace {

/// Assigns factor * shape to `to`.
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

namespace {

double dot_shape(const Atom::Coordinate& a, ConstVectorRef g) { return a.value * g[a.index]; }

double dot_shape(const Atom::Sparse& a, ConstVectorRef g) {
  double sum = 0;
  for (std::size_t i = 0; i < a.indices.size(); ++i) sum += a.values[i] * g[a.indices[i]];
  return sum;
}

double dot_shape(const Atom::Signs& a, ConstVectorRef g) {
  return a.scale * (a.signs.cast<double>() * g.array()).sum();
}

double dot_shape(const Atom::Dense& a, ConstVectorRef g) { return a.values.dot(g); }

double dot_shape(const Atom::RankOne& a, ConstVectorRef g) {
  double sum = 0;
  for (Index j = 0; j < a.right.size(); ++j) {
    sum += a.right[j] * a.left.dot(g.segment(j * a.left.size(), a.left.size()));
  }
  return a.scale * sum;
}

double dot_shape(const Atom::Blocks& a, ConstVectorRef g) {
  double sum = 0;
  Index offset = 0;
  for (const Atom& part : a.parts) {
    sum += part.dot(g.segment(offset, part.size()));
    offset += part.size();
  }
  return sum;
}

double dot_shape(const Atom::LowRank& a, ConstVectorRef g) {
  double sum = 0;
  for (const Atom::RankOne& term : a.terms) sum += dot_shape(term, g);
  return sum;
}

double dot_on_pattern(const Atom::RankOne& a, const Gradient& g) {
  const SparsityPattern& pattern = g.pattern();
  const auto dot_some = [&](Reduction::Range entries) {
    double sum = 0;
    for_each_column(pattern, entries, [&](Index j, int first, int last) {
      double column = 0;
      for (int k = first; k < last; ++k) {
        column += g.entries()[k] * a.left[pattern.row_indices[k]];
      }
      sum += a.right[j] * column;
    });
    return sum;
  };
  return a.scale * sum_entries(g, dot_some);
}

void add_shape(const Atom::Coordinate& a, VectorRef x, double scale) {
  x[a.index] += scale * a.value;
}

void add_shape(const Atom::Sparse& a, VectorRef x, double scale) {
  for (std::size_t i = 0; i < a.indices.size(); ++i) x[a.indices[i]] += scale * a.values[i];
}

void add_shape(const Atom::Signs& a, VectorRef x, double scale) {
  x.array() += (scale * a.scale) * a.signs.cast<double>();
}

void add_shape(const Atom::Dense& a, VectorRef x, double scale) { x += scale * a.values; }

void add_shape(const Atom::RankOne& a, VectorRef x, double scale) {
  for (Index j = 0; j < a.right.size(); ++j) {
    x.segment(j * a.left.size(), a.left.size()) += (scale * a.scale * a.right[j]) * a.left;
  }
}

void add_shape(const Atom::Blocks& a, VectorRef x, double scale) {
  Index offset = 0;
  for (const Atom& part : a.parts) {
    part.add_to(x.segment(offset, part.size()), scale);
    offset += part.size();
  }
}

void add_shape(const Atom::LowRank& a, VectorRef x, double scale) {
  for (const Atom::RankOne& term : a.terms) add_shape(term, x, scale);
}

/// NaN if a value is not finite.
double largest_of(const double* values, Index size) {
  const Eigen::Map<const Vector> all(values, size);
  if (size == 0) return 0;
  return all.allFinite() ? all.cwiseAbs().maxCoeff() : std::numeric_limits<double>::quiet_NaN();
}

double largest_in_shape(const Atom::Coordinate& a) { return std::abs(a.value); }

double largest_in_shape(const Atom::Sparse& a) {
  return largest_of(a.values.data(), static_cast<Index>(a.values.size()));
}

double largest_in_shape(const Atom::Signs& a) { return std::abs(a.scale); }

double largest_in_shape(const Atom::Dense& a) {
  return largest_of(a.values.data(), a.values.size());
}

double largest_in_shape(const Atom::RankOne& a) {
  return std::abs(a.scale) * largest_of(a.left.data(), a.left.size()) *
         largest_of(a.right.data(), a.right.size());
}

double largest_in_shape(const Atom::Blocks& a) {
  double largest = 0;
  for (const Atom& part : a.parts) {
    const double size = part.largest_entry();
    if (!std::isfinite(size)) return size;
    largest = std::max(largest, size);
  }
  return largest;
}

/// An upper bound: forming the entries would be too expensive.
double largest_in_shape(const Atom::LowRank& a) {
  double largest = 0;
  for (const Atom::RankOne& term : a.terms) largest += largest_in_shape(term);
  return largest;
}

}  // namespace

Atom::Atom() = default;
Atom::Atom(Vector values) : size_(values.size()), shape_(Dense{std::move(values)}) {}
Atom::Atom(const Atom& other) = default;
Atom::Atom(Atom&& other) noexcept = default;
Atom& Atom::operator=(const Atom& other) = default;
Atom& Atom::operator=(Atom&& other) noexcept = default;
Atom::~Atom() = default;

template <class S>
S& Atom::become(Index size) {
  size_ = size;
  if (S* same = std::get_if<S>(&shape_)) return *same;
  return shape_.emplace<S>();
}

void Atom::become_coordinate(Index size, Index index, double value) {
  assert(0 <= index && index < size);
  become<Coordinate>(size) = {index, value};
}

Atom::Sparse& Atom::become_sparse(Index size) {
  Sparse& sparse = become<Sparse>(size);
  sparse.indices.clear();
  sparse.values.clear();
  return sparse;
}

Atom::Signs& Atom::become_signs(Index size) {
  Signs& signs = become<Signs>(size);
  signs.signs.resize(size);
  return signs;
}

Vector& Atom::become_dense(Index size) {
  Vector& values = become<Dense>(size).values;
  values.resize(size);
  return values;
}

Atom::RankOne& Atom::become_rank_one(Index rows, Index cols) {
  RankOne& pair = become<RankOne>(rows * cols);
  pair.left.resize(rows);
  pair.right.resize(cols);
  return pair;
}

Atom::LowRank& Atom::become_low_rank(Index rows, Index cols, std::size_t count) {
  LowRank& sum = become<LowRank>(rows * cols);
  sum.terms.resize(count);
  for (RankOne& term : sum.terms) {
    term.left.resize(rows);
    term.right.resize(cols);
  }
  return sum;
}

Atom::Blocks& Atom::become_blocks(Index size, std::size_t count) {
  Blocks& blocks = become<Blocks>(size);
  blocks.parts.resize(count);
  return blocks;
}

double Atom::dot(ConstVectorRef g) const {
  assert(g.size() == size_);
  return std::visit([&](const auto& shape) { return dot_shape(shape, g); }, shape_);
}

double Atom::dot(const Gradient& g) const {
  if (g.is_dense()) return dot(g.entries());
  if (const RankOne* pair = as<RankOne>()) return dot_on_pattern(*pair, g);
  if (const LowRank* matrix = as<LowRank>()) {
    double sum = 0;
    for (const RankOne& term : matrix->terms) sum += dot_on_pattern(term, g);
    return sum;
  }
  const Vector values = to_dense();
  const SparsityPattern& pattern = g.pattern();
  return sum_entries(g, [&](Reduction::Range entries) {
    double sum = 0;
    for_each_column(pattern, entries, [&](Index j, int first, int last) {
      for (int k = first; k < last; ++k) {
        sum += g.entries()[k] * values[j * pattern.rows + pattern.row_indices[k]];
      }
    });
    return sum;
  });
}

double Atom::largest_entry() const {
  return std::visit([](const auto& shape) { return largest_in_shape(shape); }, shape_);
}

void Atom::add_to(VectorRef x, double scale) const {
  assert(x.size() == size_);
  std::visit([&](const auto& shape) { add_shape(shape, x, scale); }, shape_);
}

void Atom::assign_to(VectorRef x) const {
  if (const Dense* dense = as<Dense>()) {
    x = dense->values;
  } else {
    x.setZero();
    add_to(x);
  }
}

Vector Atom::to_dense() const {
  Vector x(size_);
  assign_to(x);
  return x;
}

// Archiving of atoms.

namespace {

// Maximum nesting depth of blocks.
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

/// Emplaces alternative number `kind` of the variant.
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

void Direction::assign_terms_to(VectorRef d) const {
  if (const Atom* atom = single()) return atom->assign_to(d);
  d.setZero();
  add_terms_to(d, 1);
}

void Direction::add_terms_to(VectorRef x, double scale) const {
  for (const Term& term : terms) term.atom->add_to(x, scale * term.weight);
}

}  // namespace acgd
