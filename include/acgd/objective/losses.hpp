#pragma once

#include <cassert>
#include <optional>
#include <string_view>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/loss.hpp"

namespace acgd {

/// How the losses of the samples are combined.
enum class Scaling {
  automatic,  ///< the default of the loss
  sum,        ///< sum of weight_i * phi_i(z_i)
  mean,       ///< that sum divided by the sum of the weights
};

struct LossOptions {
  Scaling scaling = Scaling::automatic;
  /// One per sample, finite and >= 0, at least one positive; empty: each is 1. A sample of weight 0
  /// is ignored, one of weight 2 counts twice.
  Vector weights = {};
  /// Divisor of a mean; absent: the sum of the weights. For the loss of one block, the sum of the
  /// weights of all blocks.
  std::optional<double> total = {};

  Description describe() {
    return {{"scaling", Word(scaling, {"automatic", "sum", "mean"}),
             "sum or mean over the samples; automatic: as in the formula"}};
  }
};

/// The threshold of Huber's loss between its quadratic and its linear part.
inline Parameter rho_parameter(double& rho) {
  return {"rho", rho, range::positive, "the residual at which Huber's loss becomes linear"};
}

/// Sample weights as used by loops over the samples.
struct SampleWeights {
  Index size;             ///< number of samples
  const double* weights;  ///< null: each is 1
  double scale;           ///< factor of weight_i phi_i: 1, or 1 / (sum of the weights)
};

/// Base class of the losses with sample weights and a scaling.
class WeightedLoss : public Loss {
 public:
  Index size() const final { return size_; }
  /// sum or mean, never automatic
  Scaling scaling() const { return scaling_; }
  /// Empty: each is 1.
  const Vector& weights() const { return weights_; }

 protected:
  /// Throws InvalidInput unless there is a sample and the weights satisfy the rules of LossOptions.
  WeightedLoss(Index size, LossOptions options, Scaling default_scaling);

  /// The weights; asserts that each vector has size() entries.
  template <class... Vectors>
  SampleWeights samples([[maybe_unused]] const Vectors&... vectors) const {
    assert(((vectors.size() == size_) && ...));
    return {size_, weights_.size() == 0 ? nullptr : weights_.data(), scale_};
  }
  /// Throws InvalidInput if squares of the targets underflow or overflow, unless this is the loss
  /// of one block.
  void check_squares(const Vector& targets) const;
  /// Maximum of factor(i).
  double largest_factor() const { return scale_ * largest_weight_; }
  /// scale * weight_i, the factor of phi_i.
  double factor(Index i) const { return weights_.size() == 0 ? scale_ : scale_ * weights_[i]; }

 private:
  Index size_;
  Scaling scaling_;
  Vector weights_;
  double scale_ = 1;
  double largest_weight_ = 1;
  bool is_block_ = false;
};

/// phi_i(z) = (z - target_i)^2, without a factor 1/2: with Scaling::sum, the default, the loss of
/// A x is ||A x - b||^2. phi_i'' = 2.
class SquaredLoss : public WeightedLoss {
 public:
  /// Targets must be finite, the largest absolute value 0 or between 1e-150 and 1e150.
  explicit SquaredLoss(Vector targets, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<double> curvature(ConstVectorRef w) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 2 * largest_factor(); }

 private:
  Vector targets_;
};

/// With u = z - target_i: phi_i(z) = u^2 / 2 where |u| <= rho, rho |u| - rho^2 / 2 beyond.
/// Scaling::mean is the default. phi_i'' <= 1.
class HuberLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "huber";
  static constexpr std::string_view sentence =
      "robust regression: the mean of squares up to rho, straight lines beyond";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of h(<a_i, x> - b_i),\nh(u) = u^2 / 2 where |u| <= rho, rho "
      "|u| - rho^2 / 2 beyond";

  /// All parameters except the targets.
  struct Parameters {
    double rho = 1;
    LossOptions samples = {};

    Description describe() {
      Description all = samples.describe();
      all.insert(all.begin(), rho_parameter(rho));
      return all;
    }
  };

  /// Targets must be finite, the largest absolute value 0 or between 1e-150 and 1e150; rho must be
  /// positive and finite.
  HuberLoss(Vector targets, double rho, LossOptions options = {});

  double rho() const { return rho_; }

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return largest_factor(); }

 private:
  Vector targets_;
  double rho_;
};

/// phi_i(z) = log(1 + exp(-label_i z)). Scaling::mean is the default. phi_i'' <= 1/4, attained at
/// 0.
class LogisticLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view sentence =
      "the mean of log(1 + exp(-label prediction)), labels -1 and +1";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of log(1 + exp(-label_i <a_i, x>)), labels -1 and +1";

  /// Each label must be -1 or +1.
  explicit LogisticLoss(Vector labels, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 0.25 * largest_factor(); }

 private:
  Vector labels_;
};

/// phi_i(z) = max(0, 1 - label_i z)^2, without a factor 1/2. Scaling::mean is the default.
/// phi_i'' <= 2.
class SquaredHingeLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "squared-hinge";
  static constexpr std::string_view sentence =
      "a smooth support vector machine: the mean of max(0, 1 - label prediction)^2, labels -1 and "
      "+1";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of max(0, 1 - label_i <a_i, x>)^2, labels -1 and +1";

  /// Each label must be -1 or +1.
  explicit SquaredHingeLoss(Vector labels, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 2 * largest_factor(); }

 private:
  Vector labels_;
};

/// The squared error of a sigmoid, not convex: phi_i(z) = (sigmoid(z) - target_i)^2 with
/// sigmoid(z) = 1 / (1 + exp(-z)). Scaling::mean is the default.
class SigmoidLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "sigmoid";
  static constexpr std::string_view sentence =
      "the mean of (sigmoid(prediction) - label)^2, not convex";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of (s_i - class_i)^2, s_i = 1 / (1 + exp(-<a_i, x>));\nclasses "
      "0 and 1. Not convex.";

  /// Targets are used unchanged: 0 and 1 for classes, values between them for probabilities.
  /// Targets outside of [0, 1], such as a label of -1, cannot be attained.
  explicit SigmoidLoss(Vector targets, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  /// Attained in the limit where every sigmoid is as close to its target as possible.
  double infimum() const override;
  /// With s = sigmoid(z), phi_i'' is linear in the target. For targets 0 and 1, and so between
  /// them, it is at most 2 s^2 (1 - s) |2 - 3 s|, largest at s = (15 - sqrt(33)) / 24; beyond them
  /// it grows by at most 2 s (1 - s) |1 - 2 s| <= 1 / (3 sqrt(3)) per unit.
  std::optional<double> lipschitz() const override;

 private:
  Vector targets_;
  Vector signs_;  ///< -1 for target 0, +1 for target 1; empty if there are other targets
};

/// phi_i(z) = exp(z) - count_i z: the negative log-likelihood of a Poisson count with rate exp(z),
/// up to log(count_i!). Scaling::mean is the default. phi_i'' = exp(z) is unbounded, so there is no
/// global Lipschitz constant.
class PoissonLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view sentence = "the mean of exp(prediction) - count prediction";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of exp(<a_i, x>) - count_i <a_i, x>; counts >= 0";

  /// Counts must be finite and >= 0; they need not be integers.
  explicit PoissonLoss(Vector counts, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  /// Attained in the limit exp(z_i) = count_i.
  double infimum() const override;

 private:
  Vector counts_;
};

/// phi_i(z) = shift_i - log(z) where z > 0, else infinity. If column j of L has the densities of the samples
/// under component j of a mixture, the loss of L w is the negative log-likelihood of the
/// proportions w. Scaling::mean is the default. phi_i'' = 1 / z^2 is unbounded.
class NegativeLogLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "negative-log";
  static constexpr std::string_view sentence =
      "the mean of -log(Lx): over the simplex, the proportions of a mixture";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of -log(<a_i, x>), infinite unless all <a_i, x> are positive";

  /// Shifts must be finite.
  explicit NegativeLogLoss(const Vector& shifts, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  bool has_domain() const override { return true; }
  double infimum() const override;

 private:
  double constant_ = 0;  ///< the sum of the shifts
};

struct SoftmaxSamples;

/// Multinomial logistic loss with one prediction per class: phi_i(z) = log(sum over k of exp(z_k))
/// - z_class, the negative log-likelihood for class probabilities p_k proportional to exp(z_k).
/// Scaling::mean is the default. phi_i'' = Diag(p) - p p', whose eigenvalues are at most 1/2.
class SoftmaxLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view sentence =
      "several classes: the mean of minus the log of the probability of the right one";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of log(sum over classes k of exp(<a_i, x_k>)) - <a_i, x_c>,\n"
      "c the class of the sample; x has a column x_k for each class";

  /// Each class must be one of 0, 1, ..., class_count - 1; class_count must be at least 2.
  SoftmaxLoss(const Vector& classes, Index class_count, LossOptions options = {});

  Index outputs() const override { return class_count_; }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// d = p times the factor of the sample, for each class
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  void multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const override;
  /// M = (Diag(sqrt(p)) - sqrt(p) p') times the square root of the factor of the sample
  void multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                     double* y) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 0.5 * largest_factor(); }

 private:
  SoftmaxSamples look(ConstVectorRef z, const double* w = nullptr, double t = 0) const;

  std::vector<Index> classes_;
  Index class_count_;
};

/// Cost of a link that carries the flow s (formula of the Bureau of Public Roads):
///
///     t(s) = free_flow_time (1 + b (s / capacity)^power) + fixed.
///
/// All numbers are finite and >= 0. The capacity must be positive unless free_flow_time, b or power
/// is 0. 0^0 is 1.
struct LinkCost {
  double free_flow_time = 0;
  double b = 0;
  double power = 0;
  double capacity = 0;
  double fixed = 0;  ///< cost independent of the flow, such as tolls
};

/// phi(s) = sum over links of the integral of t from 0 to s: Beckmann's function (Beckmann, McGuire
/// and Winsten 1956). Its minimisers over the flows that meet a demand are user equilibria: no
/// traveller has a cheaper path. For s < 0 the cost of a link is t(0).
class BeckmannLoss final : public Loss {
 public:
  static constexpr std::string_view name = "traffic";
  static constexpr std::string_view sentence =
      "Beckmann's function of the flows on a road network, a sum over its links";
  static constexpr std::string_view formula =
      "f(x) = sum over links of the integral from 0 to x_a of t_a(s) ds,\n"
      "t_a(s) = T_a (1 + b_a (s / c_a)^{p_a}) + v toll_a + w length_a,\n"
      "T_a the free flow time of the link, c_a its capacity, p_a its power, v and w the toll and "
      "distance\nfactors";

  /// Throws InvalidInput if there is no link or a number violates the rules of LinkCost.
  explicit BeckmannLoss(const std::vector<LinkCost>& links);

  Index size() const override { return static_cast<Index>(links_.size()); }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// t'(z). For a power below 1, which makes t' infinite at 0, z is replaced by at least a
  /// millionth of the capacity.
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  /// 0 if every link has cost 0 at flow 0; else minus infinity, since flows may be negative.
  double infimum() const override;
  /// Absent if a link with congestion has a power other than 1.
  std::optional<double> lipschitz() const override;

  /// Total travel time without fixed costs: sum over links of s (t(s) - fixed).
  double total_time(const Vector& z) const;

  /// A link with precomputed constants.
  struct Link {
    double empty = 0;     ///< t(0)
    double fixed = 0;     ///< the part of t(0) that is not travel time
    double slowdown = 0;  ///< free_flow_time b; 0 where the cost is constant
    double capacity = 1;
    double power = 0;
    int whole = -1;  ///< the power if it is a small integer, else -1
  };

 private:
  std::vector<Link> links_;
};

}  // namespace acgd
