// Logistic loss and squared sigmoid error of sparse samples over the l1 ball of radius 50.
#include <memory>

#include "a1a.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/oracle/balls.hpp"
#include "data.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

constexpr double kRadius = 50;

enum class Error { logistic, sigmoid };

/// phi and phi' of all predictions z, implemented directly.
struct PlainLoss {
  Error error;
  Vector labels;

  double value(const Vector& z) const {
    if (error == Error::logistic) return (-(labels.array() * z.array())).exp().log1p().mean();
    return ((1 + (-z.array()).exp()).inverse() - (labels.array() > 0).cast<double>())
        .square()
        .mean();
  }
  Vector derivative(const Vector& z) const {
    const auto count = static_cast<double>(z.size());
    if (error == Error::logistic) {
      return -labels.array() / (1 + (labels.array() * z.array()).exp()) / count;
    }
    const Eigen::ArrayXd s = (1 + (-z.array()).exp()).inverse();
    return 2 * (s - (labels.array() > 0).cast<double>()) * s * (1 - s) / count;
  }
};

PlainProblem plain_classification(std::shared_ptr<const SparseBothWays> samples,
                                  const PlainLoss& loss) {
  PlainProblem problem;
  problem.value = [samples, loss, z = Vector()](const Vector& x) mutable {
    multiply(samples->a, x, z);
    return loss.value(z);
  };
  problem.gradient = [samples, loss, z = Vector()](const Vector& x, Vector& g) mutable {
    multiply(samples->a, x, z);
    multiply(samples->adjoint, loss.derivative(z), g);
  };
  problem.lmo = l1_ball_lmo(kRadius);
  return problem;
}

std::shared_ptr<const acgd::Loss> loss_of(Error error, const Vector& labels) {
  if (error == Error::logistic) return std::make_shared<acgd::LogisticLoss>(labels);
  return std::make_shared<acgd::SigmoidLoss>(0.5 * (labels.array() + 1));
}

Case classification(const Settings& settings, const Labelled& data, Error error) {
  const Index features = data.samples.cols();
  const auto map = std::make_shared<const acgd::SparseMap>(acgd::SparseMatrix(data.samples));
  const auto f = std::make_shared<const acgd::Composite>(loss_of(error, data.labels), map);
  const auto samples = std::make_shared<const SparseBothWays>(data.samples);
  Case problem{.data = data.source, .bytes = 12.0 * static_cast<double>(data.samples.nonZeros())};
  problem.acgd = [=](Index count) {
    const auto ball = std::make_shared<const acgd::L1Ball>(features, kRadius);
    return time_acgd({f, ball, Vector::Zero(features)}, options_for(settings, count));
  };
  problem.plain = [=, loss = PlainLoss{error, data.labels}](Index count) {
    return time_plain(plain_classification(samples, loss), Vector::Zero(features),
                      {.rule = settings.rule, .iterations = count});
  };
  return problem;
}

Case on_a1a(const Settings& settings, Error error) {
  Case problem = classification(settings, read_a1a(), error);
  problem.iterations = settings.pick<Index>(3000, 300);
  return problem;
}

Case on_large(const Settings& settings, Error error) {
  const Index scale = settings.pick<Index>(1, 10);
  Labelled data;
  data.samples = sparse_rows(200000 / scale, 50000 / scale, 50, false, 21);
  data.labels = labels_of(data.samples, 0.5, 22);
  data.source = "generated";
  Case problem = classification(settings, data, error);
  problem.iterations = 200;
  problem.plain_iterations = 20;
  problem.plain_repetitions = 1;
  problem.note = "plain runs fewer iterations, once";
  return problem;
}

}  // namespace

Case logistic_a1a(const Settings& settings) { return on_a1a(settings, Error::logistic); }
Case sigmoid_a1a(const Settings& settings) { return on_a1a(settings, Error::sigmoid); }
Case logistic_large(const Settings& settings) { return on_large(settings, Error::logistic); }
Case sigmoid_large(const Settings& settings) { return on_large(settings, Error::sigmoid); }

}  // namespace bench
