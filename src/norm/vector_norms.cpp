#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "linalg/squares.hpp"

namespace acgd {
namespace {

double sum_of_sizes(ConstVectorRef v) { return v.lpNorm<1>(); }

double largest_size(ConstVectorRef v) {
  return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

double euclidean(ConstVectorRef v) {
  // One fast pass for all but extreme entries, whose squares would overflow or vanish.
  const double squared = kernels::dot(v.data(), v.data(), v.size());
  if (is_ordinary_square(squared)) return std::sqrt(squared);
  const double largest = largest_size(v);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  return largest * (v / largest).norm();
}

double power_norm(ConstVectorRef v, double p) {
  const double largest = largest_size(v);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  // Dividing by the largest entry keeps every power in [0, 1] and their sum in [1, n].
  return largest * std::pow((v.array().abs() / largest).pow(p).sum(), 1 / p);
}

class L1Norm final : public Norm {
 public:
  std::string name() const override { return "l1"; }
  double of(ConstVectorRef v) const override { return sum_of_sizes(v); }
  double dual(ConstVectorRef g) const override { return largest_size(g); }
};

class L2Norm final : public Norm {
 public:
  explicit L2Norm(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  double of(ConstVectorRef v) const override { return euclidean(v); }
  double dual(ConstVectorRef g) const override { return euclidean(g); }
  bool is_euclidean() const override { return true; }

 private:
  std::string name_;
};

class LinfNorm final : public Norm {
 public:
  std::string name() const override { return "linf"; }
  double of(ConstVectorRef v) const override { return largest_size(v); }
  double dual(ConstVectorRef g) const override { return sum_of_sizes(g); }
};

class LpNorm final : public Norm {
 public:
  explicit LpNorm(double p) : p_(p), dual_exponent_(p / (p - 1)) {}
  std::string name() const override { return compose("l{}", p_); }
  double of(ConstVectorRef v) const override { return power_norm(v, p_); }
  double dual(ConstVectorRef g) const override { return power_norm(g, dual_exponent_); }

 private:
  double p_;
  double dual_exponent_;
};

}  // namespace

std::shared_ptr<const Norm> l1_norm() { return std::make_shared<L1Norm>(); }

std::shared_ptr<const Norm> l2_norm() { return std::make_shared<L2Norm>("l2"); }

std::shared_ptr<const Norm> linf_norm() { return std::make_shared<LinfNorm>(); }

std::shared_ptr<const Norm> lp_norm(double p) {
  validate(Description{exponent_parameter(p)});
  return std::make_shared<LpNorm>(p);
}

std::shared_ptr<const Norm> frobenius_norm() { return std::make_shared<L2Norm>("frobenius"); }

}  // namespace acgd
