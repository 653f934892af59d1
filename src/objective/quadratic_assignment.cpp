#include "acgd/objective/quadratic_assignment.hpp"

#include <memory>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

// Bytes read from memory in the time of a multiplication of a matrix product.
constexpr double kBytesPerProduct = 0.5;
// X with at most this number of entries per column is multiplied entry by entry.
constexpr Index kFewPerColumn = 4;

/// X -> A X B' + A' X B
class AssignmentHessian final : public Hessian {
 public:
  AssignmentHessian(Matrix a, Matrix b)
      : a_(std::move(a)),
        b_(std::move(b)),
        is_symmetric_(a_ == a_.transpose() && b_ == b_.transpose()) {}

  Index dimension() const override { return a_.rows() * b_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    const Eigen::Map<const Matrix> matrix(x.data(), a_.rows(), b_.rows());
    Eigen::Map<Matrix> out(y.data(), a_.rows(), b_.rows());
    thread_local Matrix left;
    left.resize(a_.rows(), b_.rows());
    multiply_left(a_, matrix, left);
    out.noalias() = left * b_.transpose();
    if (is_symmetric_) {
      out *= 2;
      return;
    }
    multiply_left(a_.transpose(), matrix, left);
    out.noalias() += left * b_;
  }
  void column(Index j, VectorRef y) const override {
    const Index r = j % a_.rows(), c = j / a_.rows();
    Eigen::Map<Matrix> out(y.data(), a_.rows(), b_.rows());
    out.noalias() = a_.col(r) * b_.col(c).transpose();
    out.noalias() += a_.row(r).transpose() * b_.row(c);
  }
  double bytes() const override {
    const auto r = static_cast<double>(a_.rows()), c = static_cast<double>(b_.rows());
    return kBytesPerProduct * (is_symmetric_ ? 1 : 2) * r * c * (r + c);
  }
  double column_bytes() const override { return 16.0 * static_cast<double>(dimension()); }

 private:
  /// left = A X
  template <class Left>
  static void multiply_left(const Left& a, const Eigen::Map<const Matrix>& x, Matrix& left) {
    if ((x.array() != 0).count() > kFewPerColumn * x.cols()) {
      left.noalias() = a * x;
      return;
    }
    left.setZero();
    for (Index j = 0; j < x.cols(); ++j) {
      for (Index i = 0; i < x.rows(); ++i) {
        if (x(i, j) != 0) left.col(j) += x(i, j) * a.col(i);
      }
    }
  }

  Matrix a_;
  Matrix b_;
  bool is_symmetric_;
};

void require_square(const char* name, const Matrix& m) {
  if (m.rows() == 0 || m.rows() != m.cols()) {
    throw InvalidInput(name, compose("is {} x {}, must be square", m.rows(), m.cols()));
  }
  if (!m.allFinite()) throw InvalidInput(name, "must be finite");
}

}  // namespace

Quadratic quadratic_assignment(Matrix a, Matrix b, const Matrix& c) {
  require_square("A", a);
  require_square("B", b);
  if (c.size() != 0 && (c.rows() != a.rows() || c.cols() != b.rows())) {
    throw InvalidInput(
        "C", compose("is {} x {}, must be {} x {}", c.rows(), c.cols(), a.rows(), b.rows()));
  }
  if (!c.allFinite()) throw InvalidInput("C", "must be finite");
  Vector linear = c.size() == 0 ? Vector(Vector::Zero(a.rows() * b.rows())) : Vector(c.reshaped());
  return Quadratic(std::make_shared<const AssignmentHessian>(std::move(a), std::move(b)),
                   std::move(linear), 0, {.convex = false});
}

}  // namespace acgd
