#include "objective/intercept_hessian.hpp"

#include <cmath>

#include "objective/sample_sums.hpp"

namespace acgd {
namespace {

// So much of the diagonal is added where rounding has made G singular in more than one direction.
constexpr double kRidge = 1e-14;

}  // namespace

InterceptHessian::InterceptHessian(const Loss& loss) : loss_(loss) {
  const Index outputs = loss.outputs();
  // Until then Eigen's factor has members that are not set, and may not be copied.
  factor_.compute(Matrix::Identity(outputs, outputs));
  if (outputs == 1) return;
  g_.resize(outputs, outputs);
  block_ = Vector::Zero(loss.predictions());
  bent_.resize(loss.predictions());
  column_.resize(outputs);
}

void InterceptHessian::sum(const Vector& v, Vector& sums) const {
  const Index m = loss_.size();
  for (Index k = 0; k < sums.size(); ++k) sums[k] = v.segment(k * m, m).sum();
}

void InterceptHessian::sum_bent(const Vector& d, const Vector& w, Vector& sums) {
  if (loss_.outputs() == 1) {
    sums[0] = dot(loss_.shards(), d, w);
    return;
  }
  loss_.multiply_second(d, w, bent_);
  sum(bent_, sums);
}

void InterceptHessian::take(const Vector& d) {
  const Index outputs = loss_.outputs(), m = loss_.size();
  if (outputs == 1) {
    total_ = acgd::sum(loss_.shards(), d);
    bends_ = total_ > 0;
    return;
  }
  for (Index k = 0; k < outputs; ++k) {
    block_.segment(k * m, m).setOnes();
    sum_bent(d, block_, column_);
    block_.segment(k * m, m).setZero();
    g_.col(k) = column_;
  }
  const double trace = g_.trace();
  bends_ = trace > 0 && std::isfinite(trace);
  if (!bends_) return;
  // Along 1, where G is 0, anything positive will do.
  const double mean = trace / static_cast<double>(outputs);
  g_.array() += mean / static_cast<double>(outputs);
  factor_.compute(g_);
  for (double ridge = kRidge; factor_.info() != Eigen::Success && ridge < 1; ridge *= 10) {
    g_.diagonal().array() += ridge * mean;
    factor_.compute(g_);
  }
  bends_ = factor_.info() == Eigen::Success;
}

void InterceptHessian::solve(Vector& u) const {
  if (!bends_) {
    u.setZero();
  } else if (u.size() == 1) {
    u[0] /= total_;
  } else {
    factor_.solveInPlace(u);
  }
}

void InterceptHessian::whiten(Vector& u) const {
  if (!bends_) {
    u.setZero();
  } else if (u.size() == 1) {
    u[0] /= std::sqrt(total_);
  } else {
    factor_.matrixL().solveInPlace(u);
  }
}

}  // namespace acgd
