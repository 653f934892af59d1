#pragma once

#include <cassert>
#include <optional>
#include <string_view>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/loss.hpp"

namespace acgd {

/// How the samples of a loss are added up.
enum class Scaling {
  automatic,  ///< as the loss has it by default
  sum,        ///< sum of weight_i * phi_i(z_i)
  mean,       ///< that sum divided by the sum of the weights
};

struct LossOptions {
  Scaling scaling = Scaling::automatic;
  /// One per sample, finite and >= 0, at least one positive; empty: each is 1. A sample of weight 0
  /// is as good as absent, one of weight 2 is as good as there twice.
  Vector weights = {};
  /// What a mean divides by; absent: the sum of the weights. Of a loss that is one shard of several,
  /// the sum of the weights of all.
  std::optional<double> total = {};

  Description describe() {
    return {{"scaling", Word(scaling, {"automatic", "sum", "mean"}),
             "whether the samples are summed up or averaged, automatic as in the formula"}};
  }
};

/// Where Huber's loss turns from a parabola into a line.
inline Parameter rho_parameter(double& rho) {
  return {"rho", rho, range::positive, "where the parabola of Huber's loss ends"};
}

/// What a loop over the samples needs to know of the weights.
struct SampleWeights {
  Index size;             ///< samples
  const double* weights;  ///< null: each is 1
  double scale;           ///< what weight_i phi_i is multiplied by: 1, or 1 / (sum of the weights)
};

/// The weights and the scaling that all our losses share.
class WeightedLoss : public Loss {
 public:
  Index size() const final { return size_; }
  /// sum or mean, as given or by default
  Scaling scaling() const { return scaling_; }
  /// empty: each is 1
  const Vector& weights() const { return weights_; }

 protected:
  /// Throws InvalidInput unless there is a sample and the weights, if any, are as LossOptions says.
  WeightedLoss(Index size, LossOptions options, Scaling default_scaling);

  /// For a loop over the samples of these vectors.
  template <class... Vectors>
  SampleWeights samples([[maybe_unused]] const Vectors&... vectors) const {
    assert(((vectors.size() == size_) && ...));
    return {size_, weights_.size() == 0 ? nullptr : weights_.data(), scale_};
  }
  /// Throws InvalidInput if these samples are all there are, and squares of targets of that size
  /// underflow or overflow.
  void check_squares(const Vector& targets) const;
  /// The largest factor of any phi_i.
  double largest_factor() const { return scale_ * largest_weight_; }
  /// What phi_i is multiplied by.
  double factor(Index i) const { return weights_.size() == 0 ? scale_ : scale_ * weights_[i]; }

 private:
  Index size_;
  Scaling scaling_;
  Vector weights_;
  double scale_ = 1;
  double largest_weight_ = 1;
  bool is_shard_ = false;
};

/// phi_i(z) = (z - target_i)^2, without a factor 1/2: with Scaling::sum, the default, the loss of A
/// x is ||A x - b||^2. phi_i'' = 2.
class SquaredLoss : public WeightedLoss {
 public:
  /// The targets are finite, the largest between 1e-150 and 1e150 unless it is 0.
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

  /// Beside the targets.
  struct Parameters {
    double rho = 1;
    LossOptions samples = {};

    Description describe() {
      Description all = samples.describe();
      all.insert(all.begin(), rho_parameter(rho));
      return all;
    }
  };

  /// The targets are finite, the largest between 1e-150 and 1e150 unless it is 0; rho is positive
  /// and finite.
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

  /// Each label is -1 or +1.
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

  /// Each label is -1 or +1.
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
      "the mean of (sigmoid(prediction) - label)^2, not convex; two labels are taken as 0 and 1 "
      "unless --labels says otherwise";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of (s_i - class_i)^2, s_i = 1 / (1 + exp(-<a_i, x>));\nclasses "
      "0 and 1. Not convex.";

  /// The targets are used as they are: classes are 0 and 1, probabilities are between them. What is
  /// beyond, as a label of -1, no sigmoid reaches.
  explicit SigmoidLoss(Vector targets, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  /// Where every sigmoid is as close to its target as it gets.
  double infimum() const override;
  /// With s = sigmoid(z), phi_i'' is linear in the target. For targets 0 and 1 it is at most
  /// 2 s^2 (1 - s) |2 - 3 s|, largest at s = (15 - sqrt(33)) / 24, and so between them; beyond them
  /// it grows by at most 2 s (1 - s) |1 - 2 s| <= 1 / (3 sqrt(3)) a unit.
  std::optional<double> lipschitz() const override;

 private:
  Vector targets_;
  Vector signs_;  ///< -1 for target 0, +1 for 1; empty if there are others
};

/// phi_i(z) = exp(z) - count_i z: minus the log-likelihood of a Poisson count with the rate exp(z),
/// up to log(count_i!). Scaling::mean is the default. phi_i'' = exp(z) has no bound, so there is no
/// global Lipschitz constant.
class PoissonLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view sentence = "the mean of exp(prediction) - count prediction";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of exp(<a_i, x>) - count_i <a_i, x>; counts >= 0";

  /// The counts are finite and >= 0; they need not be integers.
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
  /// Where every rate is the count itself.
  double infimum() const override;

 private:
  Vector counts_;
};

struct SoftmaxSamples;

/// Of several classes, with a prediction for each: phi_i(z) = log(sum over k of exp(z_k)) - z_class.
/// Minus the log-likelihood where the probabilities p of the classes are as exp(z_k).
/// Scaling::mean is the default. phi_i'' = Diag(p) - p p', whose eigenvalues are at most 1/2.
class SoftmaxLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view sentence =
      "several classes: the mean of minus the log of the probability of the right one";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of log(sum over classes k of exp(<a_i, x_k>)) - <a_i, x_c>,\n"
      "c the class of the sample; x has a column x_k for each class";

  /// Each class is one of 0, 1, ..., class_count - 1, of which there are two or more.
  SoftmaxLoss(const Vector& classes, Index class_count, LossOptions options = {});

  Index outputs() const override { return class_count_; }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// d = p times the weight of the sample, for each class
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  void multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const override;
  /// M = (Diag(sqrt(p)) - sqrt(p) p') times the root of the weight
  void multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                     double* y) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 0.5 * largest_factor(); }

 private:
  SoftmaxSamples look(ConstVectorRef z, const double* w = nullptr, double t = 0) const;

  std::vector<Index> classes_;
  Index class_count_;
};

/// What it costs to travel along a link that carries the flow s:
///
///     t(s) = free_flow_time (1 + b (s / capacity)^power) + fixed.
///
/// That is the formula of the Bureau of Public Roads. All numbers are finite and >= 0; capacity is
/// positive where it has an effect, that is unless free_flow_time, b or power is 0. 0^0 is 1.
struct LinkCost {
  double free_flow_time = 0;
  double b = 0;
  double power = 0;
  double capacity = 0;
  double fixed = 0;  ///< what is added whatever the flow, such as tolls
};

/// phi(s) = sum over links of the integral of t from 0 to s: Beckmann's function, whose minimiser
/// among the flows that meet a demand is an equilibrium, where nobody travels faster by another
/// path. Below a flow of 0 the cost of a link stays what it is at 0.
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

  /// Throws InvalidInput if there is no link, or a number is not as LinkCost says.
  explicit BeckmannLoss(const std::vector<LinkCost>& links);

  Index size() const override { return static_cast<Index>(links_.size()); }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                         double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// t'(z). With a power below 1 that is infinite at 0: below a millionth of the capacity it is
  /// taken there.
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  /// Of flows below 0 it falls for ever, unless travelling on an empty road is free.
  double infimum() const override;
  /// There if no power is other than 0 or 1.
  std::optional<double> lipschitz() const override;

  /// Of all who travel, what is fixed left out: sum over links of s (t(s) - fixed).
  double total_time(const Vector& z) const;

  /// A link with what can be computed beforehand.
  struct Link {
    double empty = 0;     ///< cost of a flow of 0
    double fixed = 0;     ///< the part of it that is no time
    double slowdown = 0;  ///< free_flow_time b; 0 where the cost is constant
    double capacity = 1;
    double power = 0;
    int whole = -1;  ///< the power, if it is a small integer
  };

 private:
  std::vector<Link> links_;
};

}  // namespace acgd
