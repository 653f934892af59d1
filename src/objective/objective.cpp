#include "acgd/objective/objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/objective/black_box_cursor.hpp"

namespace acgd {

std::unique_ptr<Cursor> Objective::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  return std::make_unique<BlackBoxCursor>(*this, x0, std::move(norm));
}

namespace {

// Largest matrix that is formed (400 MB).
constexpr Index kMostEntries = 50'000'000;
// Length of a difference of gradients, relative to ||X||_F. Exact for quadratics but for rounding.
constexpr double kDifference = 1e-4;
constexpr int kMostHalvings = 20;

/// Forms X and grad f(X).
class FormedObjective final : public FactoredObjective {
 public:
  FormedObjective(const Objective& f, Index rows, Index cols)
      : f_(f),
        rows_(rows),
        cols_(cols),
        x_(rows * cols),
        trial_(x_),
        g_(x_),
        other_(x_),
        change_(x_) {}

  double value(ConstFactorRef left, ConstFactorRef right) override {
    as_matrix(trial_).noalias() = left * right.transpose();
    return f_.value(trial_);
  }

  void gradient(ConstFactorRef left, ConstFactorRef right, FactorRef at_left,
                FactorRef at_right) override {
    x_ = trial_;
    f_.gradient(x_, g_);
    ++gradient_count_;
    at_left.noalias() = as_matrix(g_) * right;
    at_right.noalias() = as_matrix(g_).transpose() * left;
  }

  /// H[D] = (grad f(X + e D) - G) / e. A shorter e is tried where f is not defined.
  bool curvature(ConstFactorRef left, ConstFactorRef right, ConstFactorRef along_left,
                 ConstFactorRef along_right, FactorRef at_left, FactorRef at_right) override {
    as_matrix(change_).noalias() = along_left * right.transpose();
    as_matrix(change_).noalias() += left * along_right.transpose();
    at_left.noalias() = as_matrix(g_) * along_right;
    at_right.noalias() = as_matrix(g_).transpose() * along_left;
    const double length = change_.norm();
    if (!(length > 0)) return std::isfinite(length);
    double e = kDifference * std::max(x_.norm(), std::numeric_limits<double>::min()) / length;
    for (int halving = 0; halving < kMostHalvings; ++halving, e *= 0.5) {
      trial_ = x_ + e * change_;
      f_.gradient(trial_, other_);
      ++gradient_count_;
      if (!other_.allFinite()) continue;
      change_ = (other_ - g_) / e;
      at_left.noalias() += as_matrix(change_) * right;
      at_right.noalias() += as_matrix(change_).transpose() * left;
      return true;
    }
    return false;
  }

 private:
  Eigen::Map<Matrix> as_matrix(Vector& v) const { return {v.data(), rows_, cols_}; }

  const Objective& f_;
  Index rows_;
  Index cols_;
  Vector x_;
  Vector trial_;
  Vector g_;
  Vector other_;   ///< the gradient at X + e D
  Vector change_;  ///< D, then H[D]
};

}  // namespace

std::unique_ptr<FactoredObjective> Objective::factored(Index rows, Index cols) const {
  if (rows > kMostEntries / cols) return nullptr;
  return std::make_unique<FormedObjective>(*this, rows, cols);
}

}  // namespace acgd
