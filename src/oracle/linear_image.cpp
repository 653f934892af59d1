#include "acgd/oracle/linear_image.hpp"

#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/wrapped.hpp"

namespace acgd {
namespace {

/// Larger matrices are not factored: that would take longer than many a run.
constexpr Index kFactoredEntries = 1000000;
/// Closer to losing rank, x cannot be told from A x.
constexpr double kWorstCondition = 1e8;

void require_finite_entries(const Matrix& matrix) {
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      if (std::isfinite(matrix(i, j))) continue;
      throw InvalidInput(compose("matrix({}, {}) = {}: must be finite", i, j, matrix(i, j)));
    }
  }
}

void require_finite_entries(const LinearImage::Sparse& matrix) {
  for (Index j = 0; j < matrix.outerSize(); ++j) {
    for (LinearImage::Sparse::InnerIterator entry(matrix, j); entry; ++entry) {
      if (std::isfinite(entry.value())) continue;
      throw InvalidInput(
          compose("matrix({}, {}) = {}: must be finite", entry.row(), j, entry.value()));
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
  OracleCall inner;
  Vector dense;
  AtomSum sum;
  Atom column;
};

struct LinearImage::Inverse {
  Eigen::ColPivHouseholderQR<Matrix> factors;
  double condition;  ///< an estimate
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
    throw InvalidInput(compose("matrix has {} columns: must have {}, the dimension of the {}", cols,
                               set_->dimension(), set_->name()));
  }
  is_one_block_ = set_->faces().blocks.size() == 1;
  if (rows_ > kFactoredEntries / cols) return;
  const Eigen::ColPivHouseholderQR<Matrix> factors(
      std::visit([](const auto& a) { return Matrix(a); }, matrix_));
  is_onto_ = factors.rank() == rows_;
  if (factors.rank() < cols) return;
  const auto sizes = factors.matrixR().diagonal().head(cols).cwiseAbs();
  const double condition = sizes.maxCoeff() / sizes.minCoeff();
  if (condition <= kWorstCondition) {
    inverse_ = std::make_shared<const Inverse>(Inverse{factors, condition});
  }
}

std::string LinearImage::name() const {
  return compose("image in R^{} of the {}", rows_, set_->name());
}

void LinearImage::minimize(const Gradient& gradient, OracleCall& answer) const {
  Memory& memory = answer.memory<Memory>();
  OracleCall& inner = hand_in(gradient, answer, memory);
  set_->minimize(memory.gradient, inner);
  write_image(inner.atom, memory, answer.atom);
  answer.error = inner.error;
}

void LinearImage::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  Memory& memory = answer.memory<Memory>();
  OracleCall& inner = hand_in(gradient, answer, memory);
  // Different points may have the same image unless the map has an inverse.
  const bool tells = inverse_ != nullptr && is_one_block_;
  set_->several(memory.gradient, tells ? most : 0, inner);
  answer.other_count = 0;
  for (std::size_t i = 0; tells && i < inner.other_count; ++i) {
    write_image(inner.others[i], memory, answer.add_other());
  }
  write_image(inner.atom, memory, answer.atom);
  answer.error = inner.error;
}

OracleCall& LinearImage::hand_in(const Gradient& gradient, const OracleCall& answer,
                                 Memory& memory) const {
  const Vector& g = gradient.dense();
  if (memory.gradient.size() != set_->dimension()) memory.gradient = Gradient(set_->dimension());
  std::visit([&](const auto& a) { memory.gradient.entries().noalias() = a.transpose() * g; },
             matrix_);
  forget_warm_start(memory.inner.atom);
  memory.inner.accuracy = answer.accuracy;
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
  const Vector origin = inverse_->factors.solve(x);
  const Vector image = std::visit([&](const auto& a) -> Vector { return a * origin; }, matrix_);
  const double rounding = 1e-15 * static_cast<double>(set_->dimension());
  const double off = (image - x).norm();
  Violation outside;
  if (off > 100 * rounding * x.norm()) {
    outside =
        measured(*this, x, {off, compose("x is {} away from the images of all vectors", off)});
  }
  Violation violation = measured(*set_, origin, set_->violation(origin));
  // x is a sum of images as large as they may be, and has their rounding errors.
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

}  // namespace acgd
