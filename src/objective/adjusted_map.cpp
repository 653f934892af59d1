#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/design.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

void check_part(const char* name, const Vector& part, Index size) {
  if (part.size() == 0) return;
  if (part.size() != size) {
    throw InvalidInput(name, compose("has {} entries, must have {}", part.size(), size));
  }
  for (Index i = 0; i < size; ++i) {
    if (!std::isfinite(part[i])) {
      throw InvalidInput({name, i}, part[i], "must be finite");
    }
  }
}

}  // namespace

AdjustedMap::AdjustedMap(std::shared_ptr<const LinearMap> a, Adjustment adjustment)
    : a_(std::move(a)), adjustment_(std::move(adjustment)) {
  if (a_ == nullptr) throw InvalidInput("A", "must not be null");
  // Nested adjusted maps would share their thread-local scratch.
  if (dynamic_cast<const AdjustedMap*>(a_.get()) != nullptr) {
    throw InvalidInput("A", "is an adjusted map already, adjust its original()");
  }
  check_part("rows", adjustment_.rows, a_->rows());
  check_part("means", adjustment_.means, a_->cols());
  check_part("cols", adjustment_.cols, a_->cols());
}

// Scratch vectors are thread-local, since runs may share the map, and reused, so that iterations do
// not allocate.

void AdjustedMap::multiply(ConstVectorRef x, VectorRef y) const {
  const auto& [rows, means, cols] = adjustment_;
  if (cols.size() != 0) {
    thread_local Vector scaled_x;
    scaled_x = cols.cwiseProduct(x);
    a_->multiply(scaled_x, y);
    if (means.size() != 0) y.array() -= means.dot(scaled_x);
  } else {
    a_->multiply(x, y);
    if (means.size() != 0) y.array() -= means.dot(x);
  }
  if (rows.size() != 0) y.array() *= rows.array();
}

void AdjustedMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  const auto& [rows, means, cols] = adjustment_;
  double sum = 0;
  if (rows.size() != 0) {
    thread_local Vector scaled_x;
    scaled_x = rows.cwiseProduct(x);
    a_->multiply_adjoint(scaled_x, y);
    sum = scaled_x.sum();
  } else {
    a_->multiply_adjoint(x, y);
    sum = x.sum();
  }
  if (means.size() != 0) y -= sum * means;
  if (cols.size() != 0) y.array() *= cols.array();
}

const Atom& AdjustedMap::scaled(const Atom& atom) const {
  const Vector& factors = adjustment_.cols;
  if (factors.size() == 0) return atom;
  thread_local Atom copy;
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    copy.become_coordinate(cols(), one->index, factors[one->index] * one->value);
  } else if (const auto* some = atom.as<Atom::Sparse>()) {
    Atom::Sparse& sparse = copy.become_sparse(cols());
    sparse.indices = some->indices;
    sparse.values = some->values;
    for (std::size_t k = 0; k < sparse.indices.size(); ++k) {
      sparse.values[k] *= factors[sparse.indices[k]];
    }
  } else {
    Vector& values = copy.become_dense(cols());
    atom.assign_to(values);
    values.array() *= factors.array();
  }
  return copy;
}

void AdjustedMap::image(const Atom& atom, VectorRef z) const {
  const Atom& changed = scaled(atom);
  a_->image(changed, z);
  if (adjustment_.means.size() != 0) z.array() -= changed.dot(adjustment_.means);
  if (adjustment_.rows.size() != 0) z.array() *= adjustment_.rows.array();
}

std::optional<Index> AdjustedMap::image_length(const Atom& atom) const {
  if (adjustment_.means.size() != 0) return std::nullopt;
  return a_->image_length(atom);
}

bool AdjustedMap::append_image(const Atom& atom, EntryList& image) const {
  if (adjustment_.means.size() != 0) return false;
  std::size_t k = image.size();
  if (!a_->append_image(scaled(atom), image)) return false;
  const Vector& rows = adjustment_.rows;
  for (; rows.size() != 0 && k < image.size(); ++k) image.values[k] *= rows[image.places[k]];
  return true;
}

namespace {

/// The adjusted map of one block, or of all rows.
std::shared_ptr<const LinearMap> adjusted_map(const std::shared_ptr<const LinearMap>& a,
                                              Adjustment adjustment) {
  const DenseMap* dense = a->dense();
  if (dense == nullptr) return std::make_shared<const AdjustedMap>(a, std::move(adjustment));
  const AdjustedMap checked(a, adjustment);
  Matrix copy =
      dense->matrix() != nullptr ? *dense->matrix() : Matrix(dense->matrix_float()->cast<double>());
  const auto& [rows, means, cols] = adjustment;
  for (Index j = 0; j < copy.cols(); ++j) {
    if (means.size() != 0) copy.col(j).array() -= means[j];
    if (rows.size() != 0) copy.col(j).array() *= rows.array();
    if (cols.size() != 0) copy.col(j) *= cols[j];
  }
  return std::make_shared<const DenseMap>(std::move(copy));
}

/// The partition with make(part, range) in place of each part.
template <class Make>
Design with_parts(const BlockMap& a, const Make& make) {
  Index s = a.reduction()->own_blocks().first;
  std::vector<std::shared_ptr<const LinearMap>> parts;
  for (const auto& part : a.parts()) {
    const Reduction::Range range = a.reduction()->here(s++);
    parts.push_back(part == nullptr ? nullptr : make(part, range));
  }
  return std::make_shared<const BlockMap>(std::move(parts), a.reduction());
}

}  // namespace

Design adjusted(const Design& a, Adjustment adjustment) {
  const bool scales_rows = a.reduction().are_given("rows", adjustment.rows);
  if (!scales_rows && adjustment.is_empty()) return a;
  if (a.blocks() == nullptr) return adjusted_map(a.shared_map(), std::move(adjustment));
  return with_parts(*a.blocks(), [&](const auto& part, Reduction::Range range) {
    Adjustment own{.rows = {}, .means = adjustment.means, .cols = adjustment.cols};
    if (adjustment.rows.size() != 0) own.rows = adjustment.rows.segment(range.first, range.size());
    return adjusted_map(part, std::move(own));
  });
}

namespace {

// Ratio of mean to deviation beyond which least squares loses gaps of 1e-6 to rounding, since the
// offset enters twice: in A and in A'.
constexpr double kFarOff = 1e3;

double value_of(const SparseMap::Lines& columns, Index k) {
  if (!columns.floats.empty()) return columns.floats[k];
  return columns.values.empty() ? 1 : columns.values[k];
}

/// The largest |a_ij - means_j|, including zeros that are not stored.
double largest_deviation(const SparseMap& a, const Vector& means) {
  const SparseMap::Lines& columns = a.by_column();
  double most = 0;
  for (Index j = 0; j < a.cols(); ++j) {
    const auto c = static_cast<std::size_t>(j);
    const Index first = columns.starts[c], last = columns.starts[c + 1];
    if (last - first < a.rows()) most = std::max(most, std::abs(means[j]));
    for (Index k = first; k < last; ++k) {
      most = std::max(most, std::abs(value_of(columns, k) - means[j]));
    }
  }
  return most;
}

/// The same for a dense map.
double largest_deviation(const DenseMap& a, const Vector& means) {
  double most = 0;
  for (Index j = 0; j < a.cols(); ++j) {
    const double deviation =
        a.matrix() != nullptr
            ? (a.matrix()->col(j).array() - means[j]).abs().maxCoeff()
            : (a.matrix_float()->col(j).cast<double>().array() - means[j]).abs().maxCoeff();
    most = std::max(most, deviation);
  }
  return most;
}

const SparseMap* sparse_of(const LinearMap& a) { return dynamic_cast<const SparseMap*>(&a); }

/// Infinity for maps that are neither dense nor sparse, or null.
double largest_deviation(const LinearMap* a, const Vector& means) {
  if (a == nullptr) return 0;
  if (const SparseMap* sparse = sparse_of(*a)) return largest_deviation(*sparse, means);
  if (const DenseMap* dense = a->dense()) return largest_deviation(*dense, means);
  return std::numeric_limits<double>::infinity();
}

/// A - 1 offsets', where columns with an offset other than 0 store every row.
SparseMatrix subtract(const SparseMap& a, const Vector& offsets) {
  const SparseMap::Lines& columns = a.by_column();
  SparseMatrix moved(a.rows(), a.cols());
  moved.reserve(a.entry_count());
  for (Index j = 0; j < a.cols(); ++j) {
    const auto c = static_cast<std::size_t>(j);
    moved.startVec(j);
    for (Index k = columns.starts[c]; k < columns.starts[c + 1]; ++k) {
      moved.insertBack(columns.indices[k], j) = value_of(columns, k) - offsets[j];
    }
  }
  moved.finalize();
  return moved;
}

}  // namespace

Vector remove_offsets(Design& a) {
  Vector means = column_means(a);
  double most = 0;
  if (a.blocks() == nullptr) {
    most = largest_deviation(&a.map(), means);
  } else {
    for (const auto& part : a.blocks()->parts()) {
      most = std::max(most, largest_deviation(part.get(), means));
    }
    most = a.reduction().largest([most](Reduction::Range) { return most; });
  }
  if (!(most > 0 && means.lpNorm<Eigen::Infinity>() > kFarOff * most)) return {};
  // A column that does not store every row deviates by at least its mean, on some rank, and stays.
  for (double& mean : means) mean = std::abs(mean) > most ? mean : 0;
  const auto shifted = [&](const std::shared_ptr<const LinearMap>& map,
                           Reduction::Range = {}) -> std::shared_ptr<const LinearMap> {
    if (const SparseMap* sparse = sparse_of(*map)) {
      return std::make_shared<const SparseMap>(subtract(*sparse, means));
    }
    return adjusted_map(map, {.rows = {}, .means = means, .cols = {}});
  };
  a = a.blocks() == nullptr ? Design(shifted(a.shared_map())) : with_parts(*a.blocks(), shifted);
  return means;
}

Vector column_means(const Design& a, const Vector& weights) {
  const Reduction& reduction = a.reduction();
  const double samples = static_cast<double>(reduction.samples());
  Vector means(a.map().cols());
  const Vector shares = reduction.are_given("weights", weights)
                            ? Vector(weights / reduction.total(weights))
                            : Vector(Vector::Constant(a.map().rows(), 1 / samples));
  a.map().multiply_adjoint(shares, means);
  return means;
}

}  // namespace acgd
