#include "acgd/objective/quadratic.hpp"

#include <cmath>
#include <mutex>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/sparse_hessian.hpp"
#include "core/compose.hpp"
#include "objective/quadratic_cursor.hpp"
#include "objective/semidefinite.hpp"

namespace acgd {

struct Quadratic::Remembered {
  std::once_flag once, convex_once;
  double lipschitz = 0;
  bool convex = false;
};

Quadratic::Quadratic(Matrix q, Vector b, double c, QuadraticOptions options)
    : Quadratic(std::make_shared<DenseHessian>(std::move(q)), std::move(b), c, options) {}

Quadratic::Quadratic(const Eigen::SparseMatrix<double, 0, int>& q, Vector b, double c,
                     QuadraticOptions options)
    : Quadratic(std::make_shared<SparseHessian>(q), std::move(b), c, options) {}

Quadratic::Quadratic(std::shared_ptr<const Hessian> q, Vector b, double c, QuadraticOptions options)
    : q_(std::move(q)),
      b_(std::make_shared<const Vector>(std::move(b))),
      c_(c),
      options_(options),
      remembered_(std::make_shared<Remembered>()) {
  validate(options);
  if (q_ == nullptr) throw InvalidInput("Q: must not be null");
  if (b_->size() != q_->dimension()) {
    throw InvalidInput(
        compose("b: has {} entries, must have {} like Q", b_->size(), q_->dimension()));
  }
  for (Index i = 0; i < b_->size(); ++i) {
    if (!std::isfinite((*b_)[i])) {
      throw InvalidInput(compose("b[{}] = {}: must be finite", i, (*b_)[i]));
    }
  }
  if (!std::isfinite(c)) throw InvalidInput(compose("c = {}: must be finite", c));
}

double Quadratic::value(const Vector& x) const {
  Vector g(dimension());
  q_->multiply(x, g);
  return x.dot(0.5 * g + *b_) + c_;
}

void Quadratic::gradient(const Vector& x, Vector& g) const {
  q_->multiply(x, g);
  g += *b_;
}

std::optional<double> Quadratic::lipschitz() const {
  std::call_once(remembered_->once, [this] { remembered_->lipschitz = q_->largest_eigenvalue(); });
  return remembered_->lipschitz;
}

bool Quadratic::is_convex() const {
  if (options_.convex) return *options_.convex;
  std::call_once(remembered_->convex_once,
                 [this] { remembered_->convex = is_known_semidefinite(*q_); });
  return remembered_->convex;
}

std::optional<double> Quadratic::natural_scale() const {
  return c_ == 0 ? std::optional(range::kInfinity) : std::nullopt;
}

std::unique_ptr<Cursor> Quadratic::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  const auto recompute = [this](const Vector& x, Vector& g) {
    q_->multiply(x, g);
    const double value = x.dot(0.5 * g + *b_) + c_;
    g += *b_;
    return value;
  };
  return std::make_unique<QuadraticCursor>(
      QuadraticForm{q_, b_, recompute, q_->bytes(), static_cast<std::size_t>(options_.cache_bytes)},
      x0, std::move(norm));
}

}  // namespace acgd
