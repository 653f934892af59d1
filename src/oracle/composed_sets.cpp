#include "acgd/oracle/composed_sets.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "oracle/entries.hpp"

namespace acgd {

void scale_atom(Atom& atom, double factor, Atom::Sparse& scratch) {
  const Index size = atom.size();
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    atom.become_coordinate(size, one->index, factor * one->value);
  } else if (const auto* few = atom.as<Atom::Sparse>()) {
    scratch.indices.assign(few->indices.begin(), few->indices.end());
    scratch.values.assign(few->values.begin(), few->values.end());
    Atom::Sparse& scaled = atom.become_sparse(size);
    scaled.indices.assign(scratch.indices.begin(), scratch.indices.end());
    for (const double value : scratch.values) scaled.values.push_back(factor * value);
  } else if (atom.as<Atom::Signs>()) {
    atom.become_signs(size).scale *= factor;
  } else if (const auto* pair = atom.as<Atom::RankOne>()) {
    atom.become_rank_one(pair->left.size(), pair->right.size()).scale *= factor;
  } else if (const auto* blocks = atom.as<Atom::Blocks>()) {
    for (Atom& part : atom.become_blocks(size, blocks->parts.size()).parts) {
      scale_atom(part, factor, scratch);
    }
  } else {
    atom.become_dense(size) *= factor;
  }
}

void scale_atom(Atom& atom, double factor) {
  Atom::Sparse scratch;
  scale_atom(atom, factor, scratch);
}

/// Embeds atoms of a block of the variables into the whole space, 0 elsewhere, and adds them to
/// lmo.others. Coordinates stay coordinates, the origin becomes a 0 at the first variable of the
/// block, others become sparse. Part of the memory of a product.
class Embedding {
 public:
  /// Clears the others.
  void begin(LmoResult& lmo);
  /// Adds an atom of the variables offset .. offset + atom.size() - 1 out of `size`.
  void add(const Atom& atom, Index offset, Index size, LmoResult& lmo);

 private:
  std::vector<Atom> sparse_;  ///< spare sparse atoms, kept for their memory
  Vector dense_;
};

void Embedding::begin(LmoResult& lmo) {
  // A slot may alternate between a coordinate and a sparse atom; keep the memory of the latter.
  for (Atom& atom : lmo.others) {
    if (!atom.as<Atom::Sparse>()) continue;
    sparse_.push_back(std::move(atom));
    atom = Atom();
  }
  lmo.other_count = 0;
}

void Embedding::add(const Atom& atom, Index offset, Index size, LmoResult& lmo) {
  Atom& embedded = lmo.add_other();
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    embedded.become_coordinate(size, offset + one->index, one->value);
    return;
  }
  const auto* few = atom.as<Atom::Sparse>();
  if (few == nullptr) {
    dense_.resize(atom.size());
    atom.assign_to(dense_);
  }
  // A zero atom identifies its block by its variable (Oracle::minimize_several).
  if (few != nullptr ? few->indices.empty() : (dense_.array() == 0).all()) {
    embedded.become_coordinate(size, offset, 0);
    return;
  }
  if (!sparse_.empty()) {
    embedded = std::move(sparse_.back());
    sparse_.pop_back();
  }
  Atom::Sparse& entries = embedded.become_sparse(size);
  if (few != nullptr) {
    for (const Index i : few->indices) entries.indices.push_back(offset + i);
    entries.values = few->values;
    return;
  }
  entries.indices.reserve(static_cast<std::size_t>(atom.size()));
  entries.values.reserve(static_cast<std::size_t>(atom.size()));
  for (Index i = 0; i < atom.size(); ++i) {
    if (dense_[i] == 0) continue;
    entries.indices.push_back(offset + i);
    entries.values.push_back(dense_[i]);
  }
}

namespace {

/// Whether all sets have the property.
template <class Sets, class Property>
bool all_sets(const Sets& sets, Property property) {
  for (const auto& set : sets) {
    if (!property(*set)) return false;
  }
  return true;
}

/// Throws InvalidInput if there is no set.
void require_set(const InvalidInput::Argument& argument, const std::shared_ptr<const Oracle>& set) {
  if (!set) throw InvalidInput(argument, "null", "must be a set");
}

/// Not inlined: avoids a false gcc warning about uninitialised memory.
[[gnu::noinline]] void swap_atoms(Atom& a, Atom& b) { std::swap(a, b); }

/// Clears an atom as a warm start but keeps its memory. Sets whose atom does not determine the
/// atoms of their parts call this before each LMO call, so that a run restored from a checkpoint is
/// identical.
void forget_warm_start(Atom& atom) {
  if (atom.as<Atom::RankOne>()) {
    atom.become_rank_one(0, 0);
  } else if (const auto* blocks = atom.as<Atom::Blocks>()) {
    for (Atom& part : atom.become_blocks(atom.size(), blocks->parts.size()).parts) {
      forget_warm_start(part);
    }
  } else if (atom.as<Atom::Dense>()) {
    atom.become_dense(atom.size()).setZero();
  }
}

}  // namespace

/// Sum of atoms: sparse if all are sparse, else dense.
class AtomSum {
 public:
  void begin(Index size);
  void add(const Atom& atom);
  void write(Atom& sum);

 private:
  void spread();

  Index size_ = 0;
  bool is_dense_ = false;
  std::vector<std::pair<Index, double>> few_;
  Vector dense_;
};

void AtomSum::begin(Index size) {
  size_ = size;
  is_dense_ = false;
  few_.clear();
}

void AtomSum::add(const Atom& atom) {
  const auto* one = atom.as<Atom::Coordinate>();
  const auto* few = atom.as<Atom::Sparse>();
  if (!is_dense_ && one != nullptr) {
    few_.emplace_back(one->index, one->value);
  } else if (!is_dense_ && few != nullptr) {
    for (std::size_t i = 0; i < few->indices.size(); ++i) {
      few_.emplace_back(few->indices[i], few->values[i]);
    }
  } else {
    spread();
    atom.add_to(dense_);
  }
}

void AtomSum::spread() {
  if (is_dense_) return;
  is_dense_ = true;
  dense_.resize(size_);
  dense_.setZero();
  for (const auto& [index, value] : few_) dense_[index] += value;
}

void AtomSum::write(Atom& sum) {
  if (is_dense_) {
    sum.become_dense(size_) = dense_;
    return;
  }
  // Pairs are also ordered by value, so that the order of summation is deterministic.
  std::sort(few_.begin(), few_.end());
  Atom::Sparse& entries = sum.become_sparse(size_);
  for (const auto& [index, value] : few_) {
    if (!entries.indices.empty() && entries.indices.back() == index) {
      entries.values.back() += value;
    } else {
      entries.indices.push_back(index);
      entries.values.push_back(value);
    }
  }
}

struct Scaled::Memory {
  LmoResult inner;
  Atom::Sparse scratch;
};

Scaled::Scaled(std::shared_ptr<const Oracle> set, double factor)
    : set_(std::move(set)), factor_(factor) {
  require_set("set", set_);
  require_positive("factor", factor);
}

std::string Scaled::name() const { return compose("{} times the {}", factor_, set_->name()); }

void Scaled::minimize(const Gradient& gradient, LmoResult& lmo) const {
  Memory& memory = hand_in(lmo);
  set_->minimize(gradient, memory.inner);
  hand_out(memory, lmo);
}

void Scaled::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  Memory& memory = hand_in(lmo);
  LmoResult& inner = memory.inner;
  std::swap(inner.others, lmo.others);
  set_->minimize_several(gradient, most, inner);
  std::swap(inner.others, lmo.others);
  lmo.other_count = inner.other_count;
  for (std::size_t i = 0; i < lmo.other_count; ++i) {
    scale_atom(lmo.others[i], factor_, memory.scratch);
  }
  hand_out(memory, lmo);
}

/// Passes the warm start and the accuracy to the inner set, in its scale.
Scaled::Memory& Scaled::hand_in(LmoResult& lmo) const {
  Memory& memory = lmo.memory<Memory>();
  swap_atoms(memory.inner.atom, lmo.atom);
  scale_atom(memory.inner.atom, 1 / factor_, memory.scratch);
  memory.inner.accuracy = lmo.accuracy / factor_;
  memory.inner.error = 0;
  return memory;
}

void Scaled::hand_out(Memory& memory, LmoResult& lmo) const {
  swap_atoms(memory.inner.atom, lmo.atom);
  scale_atom(lmo.atom, factor_, memory.scratch);
  lmo.error = factor_ * memory.inner.error;
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
  scale_atom(inner, 1 / factor_);
  return scaled(set_->violation_of(inner));
}

std::optional<double> Scaled::minimum(ConstVectorRef g) const {
  const std::optional<double> inner = set_->minimum(g);
  if (!inner) return std::nullopt;
  return factor_ * *inner;
}

std::optional<double> Scaled::gauge(ConstVectorRef x) const {
  const std::optional<double> inner = set_->gauge(x);
  if (!inner) return std::nullopt;
  return *inner / factor_;
}

Atom Scaled::start() const {
  Atom start = set_->start();
  scale_atom(start, factor_);
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

struct Shifted::Memory {
  LmoResult inner;
  AtomSum sum;
};

Shifted::Shifted(std::shared_ptr<const Oracle> set, Vector shift)
    : set_(std::move(set)), shift_(std::move(shift)) {
  require_set("set", set_);
  require_dimension(*set_, "shift", shift_);
  for (Index i = 0; i < shift_.size(); ++i) {
    if (!std::isfinite(shift_[i])) throw InvalidInput({"shift", i}, shift_[i], "must be finite");
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

void Shifted::minimize(const Gradient& gradient, LmoResult& lmo) const {
  Memory& memory = hand_in(lmo);
  set_->minimize(gradient, memory.inner);
  hand_out(memory, lmo);
}

void Shifted::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  Memory& memory = hand_in(lmo);
  LmoResult& inner = memory.inner;
  set_->minimize_several(gradient, is_one_block_ ? most : 0, inner);
  lmo.other_count = 0;
  for (std::size_t i = 0; is_one_block_ && i < inner.other_count; ++i) {
    memory.sum.begin(dimension());
    memory.sum.add(shift_atom_);
    memory.sum.add(inner.others[i]);
    memory.sum.write(lmo.add_other());
  }
  hand_out(memory, lmo);
}

Shifted::Memory& Shifted::hand_in(LmoResult& lmo) const {
  Memory& memory = lmo.memory<Memory>();
  forget_warm_start(memory.inner.atom);
  memory.inner.accuracy = lmo.accuracy;
  memory.inner.error = 0;
  return memory;
}

void Shifted::hand_out(Memory& memory, LmoResult& lmo) const {
  memory.sum.begin(dimension());
  memory.sum.add(shift_atom_);
  memory.sum.add(memory.inner.atom);
  memory.sum.write(lmo.atom);
  lmo.error = memory.inner.error;
}

Violation Shifted::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation violation = set_->violation(x - shift_);
  // Violations within the rounding error of adding and subtracting the shift are ignored.
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

namespace {

/// Maximum number of entries of a matrix that is factored; more would cost longer than many runs.
constexpr Index kFactoredEntries = 1000000;
/// Maximum condition number up to which x is recovered from A x.
constexpr double kWorstCondition = 1e8;

void require_finite_entries(const Matrix& matrix) {
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      if (std::isfinite(matrix(i, j))) continue;
      throw InvalidInput({"matrix", i, j}, matrix(i, j), "must be finite");
    }
  }
}

void require_finite_entries(const LinearImage::Sparse& matrix) {
  for (Index j = 0; j < matrix.outerSize(); ++j) {
    for (LinearImage::Sparse::InnerIterator entry(matrix, j); entry; ++entry) {
      if (std::isfinite(entry.value())) continue;
      throw InvalidInput({"matrix", entry.row(), j}, entry.value(), "must be finite");
    }
  }
}

void add_column(const Matrix& matrix, Index j, double value, Vector& image) {
  image += value * matrix.col(j);
}

void add_column(const LinearImage::Sparse& matrix, Index j, double value, Vector& image) {
  for (LinearImage::Sparse::InnerIterator entry(matrix, j); entry; ++entry) {
    image[entry.row()] += value * entry.value();
  }
}

}  // namespace

struct LinearImage::Memory {
  Gradient gradient;  ///< A'g
  LmoResult inner;
  Vector dense;
  AtomSum sum;
  Atom column;
};

struct LinearImage::Inverse {
  LeastSquaresFactor factor;
  double condition;
};

LinearImage::LinearImage(std::shared_ptr<const Oracle> set, Matrix matrix)
    : set_(std::move(set)), matrix_(std::move(matrix)) {
  prepare();
}

LinearImage::LinearImage(std::shared_ptr<const Oracle> set, Sparse matrix)
    : set_(std::move(set)), matrix_(std::move(matrix)) {
  prepare();
}

void LinearImage::prepare() {
  require_set("set", set_);
  Index cols = 0;
  std::visit(
      [&](const auto& a) {
        rows_ = a.rows();
        cols = a.cols();
        require_at_least("rows of matrix", rows_, 1);
        require_finite_entries(a);
      },
      matrix_);
  if (cols != set_->dimension()) {
    throw InvalidInput("matrix", compose("has {} columns, must have {}, the dimension of the {}",
                                         cols, set_->dimension(), set_->name()));
  }
  is_one_block_ = set_->faces().blocks.size() == 1;
  if (rows_ > kFactoredEntries / cols) return;
  LeastSquaresFactor factor(std::visit([](const auto& a) { return Matrix(a); }, matrix_));
  is_onto_ = factor.rank() == rows_;
  if (factor.rank() < cols) return;
  const double condition = factor.condition();
  if (condition <= kWorstCondition) {
    inverse_ = std::make_shared<const Inverse>(Inverse{std::move(factor), condition});
  }
}

std::string LinearImage::name() const {
  return compose("image in R^{} of the {}", rows_, set_->name());
}

void LinearImage::minimize(const Gradient& gradient, LmoResult& lmo) const {
  Memory& memory = lmo.memory<Memory>();
  LmoResult& inner = hand_in(gradient, lmo, memory);
  set_->minimize(memory.gradient, inner);
  write_image(inner.atom, memory, lmo.atom);
  lmo.error = inner.error;
}

void LinearImage::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  Memory& memory = lmo.memory<Memory>();
  LmoResult& inner = hand_in(gradient, lmo, memory);
  // Without an inverse, different points may have the same image.
  const bool tells = inverse_ != nullptr && is_one_block_;
  set_->minimize_several(memory.gradient, tells ? most : 0, inner);
  lmo.other_count = 0;
  for (std::size_t i = 0; tells && i < inner.other_count; ++i) {
    write_image(inner.others[i], memory, lmo.add_other());
  }
  write_image(inner.atom, memory, lmo.atom);
  lmo.error = inner.error;
}

LmoResult& LinearImage::hand_in(const Gradient& gradient, const LmoResult& lmo,
                                Memory& memory) const {
  const Vector& g = gradient.dense();
  if (memory.gradient.size() != set_->dimension()) memory.gradient = Gradient(set_->dimension());
  std::visit([&](const auto& a) { memory.gradient.entries().noalias() = a.transpose() * g; },
             matrix_);
  forget_warm_start(memory.inner.atom);
  memory.inner.accuracy = lmo.accuracy;
  memory.inner.error = 0;
  return memory.inner;
}

void LinearImage::write_image(const Atom& atom, Memory& memory, Atom& image) const {
  const auto* one = atom.as<Atom::Coordinate>();
  const auto* few = atom.as<Atom::Sparse>();
  const auto* sparse = std::get_if<Sparse>(&matrix_);
  if (sparse != nullptr && (one != nullptr || few != nullptr)) {
    memory.sum.begin(rows_);
    const auto add = [&](Index j, double value) {
      Atom::Sparse& column = memory.column.become_sparse(rows_);
      for (Sparse::InnerIterator entry(*sparse, j); entry; ++entry) {
        column.indices.push_back(entry.row());
        column.values.push_back(value * entry.value());
      }
      memory.sum.add(memory.column);
    };
    if (one != nullptr) add(one->index, one->value);
    for (std::size_t i = 0; few != nullptr && i < few->indices.size(); ++i) {
      add(few->indices[i], few->values[i]);
    }
    memory.sum.write(image);
    return;
  }
  Vector& dense = image.become_dense(rows_);
  std::visit(
      [&](const auto& a) {
        if (one == nullptr && few == nullptr) {
          memory.dense.resize(a.cols());
          atom.assign_to(memory.dense);
          dense.noalias() = a * memory.dense;
          return;
        }
        dense.setZero();
        if (one != nullptr) add_column(a, one->index, one->value, dense);
        for (std::size_t i = 0; few != nullptr && i < few->indices.size(); ++i) {
          add_column(a, few->indices[i], few->values[i], dense);
        }
      },
      matrix_);
}

Violation LinearImage::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  if (!inverse_) return {std::numeric_limits<double>::quiet_NaN(), ""};
  const Vector origin = inverse_->factor.solve(x);
  const Vector image = std::visit([&](const auto& a) -> Vector { return a * origin; }, matrix_);
  const double rounding = 1e-15 * static_cast<double>(set_->dimension());
  const double off = (image - x).norm();
  Violation outside;
  if (off > 100 * rounding * x.norm()) {
    outside =
        measured(*this, x, {off, compose("x is {} away from the images of all vectors", off)});
  }
  Violation violation = measured(*set_, origin, set_->violation(origin));
  // Tolerance for rounding errors of x, a sum of images of points of the set.
  if (violation.distance <= rounding * inverse_->condition * (origin.norm() + violation.size)) {
    return outside;
  }
  if (outside.distance > 0 && !(relative(violation) > relative(outside))) return outside;
  if (!violation.detail.empty()) {
    violation.detail = "of the vector whose image is x: " + violation.detail;
  }
  return violation;
}

Atom LinearImage::start() const {
  Memory memory;
  Atom start;
  write_image(set_->start(), memory, start);
  return start;
}

struct MinkowskiSum::Memory {
  std::vector<LmoResult> answers;
  AtomSum sum;
};

MinkowskiSum::MinkowskiSum(std::vector<std::shared_ptr<const Oracle>> parts)
    : parts_(std::move(parts)) {
  require_at_least("number of parts", static_cast<long long>(parts_.size()), 1);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    require_set({"parts", i}, parts_[i]);
    if (parts_[i]->dimension() == dimension()) continue;
    throw InvalidInput({"parts", i},
                       compose("the {} has dimension {}, must have {} like parts[0]",
                               parts_[i]->name(), parts_[i]->dimension(), dimension()));
  }
}

std::string MinkowskiSum::name() const {
  constexpr std::size_t most_named = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(parts_.size(), most_named); ++i) {
    names += compose("{} {}", i == 0 ? ":" : " +", parts_[i]->name());
  }
  return compose("sum of {} sets{}{}", parts_.size(), names,
                 parts_.size() > most_named ? " + ..." : "");
}

void MinkowskiSum::minimize(const Gradient& gradient, LmoResult& lmo) const {
  Memory& memory = lmo.memory<Memory>();
  memory.answers.resize(parts_.size());
  memory.sum.begin(dimension());
  lmo.error = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    LmoResult& part = memory.answers[i];
    forget_warm_start(part.atom);
    part.accuracy = lmo.accuracy / static_cast<double>(parts_.size());
    part.error = 0;
    parts_[i]->minimize(gradient, part);
    memory.sum.add(part.atom);
    lmo.error += part.error;
  }
  memory.sum.write(lmo.atom);
}

Violation MinkowskiSum::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return {std::numeric_limits<double>::quiet_NaN(), ""};
}

Atom MinkowskiSum::start() const {
  AtomSum sum;
  sum.begin(dimension());
  for (const auto& part : parts_) sum.add(part->start());
  Atom start;
  sum.write(start);
  return start;
}

bool MinkowskiSum::is_polytope() const {
  return all_sets(parts_, [](const Oracle& part) { return part.is_polytope(); });
}

bool MinkowskiSum::rewards_memory() const {
  return all_sets(parts_, [](const Oracle& part) { return part.rewards_memory(); });
}

bool MinkowskiSum::is_norm_ball() const {
  return all_sets(parts_, [](const Oracle& part) { return part.is_norm_ball(); });
}

bool MinkowskiSum::is_interior(ConstVectorRef x) const {
  return x.isZero(0) &&
         all_sets(parts_, [&](const Oracle& part) { return part.violation(x).distance == 0; }) &&
         std::ranges::any_of(parts_, [&](const auto& part) { return part->is_interior(x); });
}

namespace {

std::vector<std::shared_ptr<const Oracle>> shared(std::vector<std::unique_ptr<Oracle>> parts) {
  return {std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end())};
}

}  // namespace

/// Gradient and LMO state of each part, reused between calls.
struct Product::Memory {
  std::vector<Gradient> gradients;
  std::vector<LmoResult> answers;
  Embedding embedding;
};

Product::Product(std::vector<std::shared_ptr<const Oracle>> parts) : parts_(std::move(parts)) {
  require_at_least("number of parts", static_cast<long long>(parts_.size()), 1);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!parts_[i]) throw InvalidInput({"parts", i}, "null", "must be a set");
    dimension_ += parts_[i]->dimension();
  }
}

Product::Product(std::vector<std::unique_ptr<Oracle>> parts) : Product(shared(std::move(parts))) {}

std::string Product::name() const {
  constexpr std::size_t most_named = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(parts_.size(), most_named); ++i) {
    names += compose("{} {}", i == 0 ? ":" : ",", parts_[i]->name());
  }
  return compose("product of {} sets in R^{}{}{}", parts_.size(), dimension_, names,
                 parts_.size() > most_named ? ", ..." : "");
}

void Product::minimize(const Gradient& gradient, LmoResult& lmo) const {
  Memory& memory = split(gradient, lmo);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    parts_[i]->minimize(memory.gradients[i], memory.answers[i]);
  }
  join(memory, lmo);
}

void Product::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  Memory& memory = split(gradient, lmo);
  memory.embedding.begin(lmo);
  Index left = std::max<Index>(most, 0);
  Index offset = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto parts_left = static_cast<Index>(parts_.size() - i);
    LmoResult& part = memory.answers[i];
    parts_[i]->minimize_several(memory.gradients[i], (left + parts_left - 1) / parts_left, part);
    for (std::size_t k = 0; k < part.other_count; ++k) {
      memory.embedding.add(part.others[k], offset, dimension_, lmo);
    }
    left -= static_cast<Index>(part.other_count);
    offset += parts_[i]->dimension();
  }
  join(memory, lmo);
}

/// Sets up the gradient, the share of the accuracy and the previous atom, a warm start, of each
/// part.
Product::Memory& Product::split(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Memory& memory = lmo.memory<Memory>();
  memory.gradients.resize(parts_.size());
  memory.answers.resize(parts_.size());
  Atom::Blocks& blocks = lmo.atom.become_blocks(dimension_, parts_.size());
  Index offset = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Index size = parts_[i]->dimension();
    if (memory.gradients[i].size() != size) memory.gradients[i] = Gradient(size);
    memory.gradients[i].entries() = g.segment(offset, size);
    memory.answers[i].accuracy = lmo.accuracy / static_cast<double>(parts_.size());
    std::swap(memory.answers[i].atom, blocks.parts[i]);
    offset += size;
  }
  return memory;
}

/// Moves the atoms of the parts into lmo.atom and sums their errors.
void Product::join(Memory& memory, LmoResult& lmo) const {
  Atom::Blocks& blocks = lmo.atom.become_blocks(dimension_, parts_.size());
  lmo.error = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::swap(memory.answers[i].atom, blocks.parts[i]);
    lmo.error += memory.answers[i].error;
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
    // An unknown violation counts only while no other is positive.
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

bool Product::has_cheap_violation() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const auto& part) { return part->has_cheap_violation(); });
}

std::optional<double> Product::minimum(ConstVectorRef g) const {
  double sum = 0;
  Index offset = 0;
  for (const auto& part : parts_) {
    const auto least = part->minimum(g.segment(offset, part->dimension()));
    if (!least) return std::nullopt;
    sum += *least;
    offset += part->dimension();
  }
  return sum;
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

bool Scaled::is_interior(ConstVectorRef x) const { return set_->is_interior(x / factor_); }

bool Shifted::is_interior(ConstVectorRef x) const { return set_->is_interior(x - shift_); }

bool LinearImage::is_interior(ConstVectorRef x) const {
  return is_onto_ && x.isZero(0) && set_->is_interior(Vector::Zero(set_->dimension()));
}

}  // namespace acgd
