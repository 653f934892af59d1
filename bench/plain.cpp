#include "plain.hpp"

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

constexpr double kBeta = 2, kDelta = 1e-10, kProbe = 1e-3;
constexpr int kPeriod = 10, kMostBacktracks = 100;

/// The Lipschitz estimate of the first trial of an iteration.
class FirstTrial {
 public:
  explicit FirstTrial(Rule rule) : rule_(rule) {}

  double at_start(double estimate) {
    return rule_ == Rule::backtracking ? 0.9 * estimate : gamma_ * (estimate + kDelta);
  }
  double later(double estimate) const {
    return rule_ == Rule::backtracking ? 0.9 * accepted_ : gamma_ * (estimate + kDelta);
  }
  void accepted(double constant, int backtracks) {
    accepted_ = constant;
    if (rule_ != Rule::adaptive_adjustable) return;
    count_ += backtracks;
    if (++position_ < kPeriod) return;
    if (count_ == 0) {
      gamma_ *= 0.9;
    } else if (count_ > kPeriod) {
      gamma_ = std::min(1.0, 1.1 * gamma_);
    }
    position_ = count_ = 0;
  }

 private:
  Rule rule_;
  double gamma_ = 0.25, accepted_ = 0;
  int position_ = 0, count_ = 0;
};

}  // namespace

PlainResult run_plain(const PlainProblem& problem, Vector x, const PlainOptions& options) {
  const Index n = x.size();
  Vector g(n), previous(n), v(n), d(n), trial(n);
  FirstTrial first_trial(options.rule);
  double value = problem.value(x);
  double distance = 0;
  const double longest = problem.constrained ? 1 : std::numeric_limits<double>::infinity();
  for (Index k = 0;; ++k) {
    problem.gradient(x, g);
    problem.lmo(g, v);
    const bool flat =
        options.gradient_tolerance > 0 && problem.dual_norm(g) <= options.gradient_tolerance;
    if (k == options.iterations || value <= options.target || flat) {
      return {k, value, std::move(x)};
    }
    d = problem.constrained ? Vector(v - x) : v;
    const double gap = -g.dot(d);
    const double norm = problem.norm(d);

    double constant = 0;
    if (k == 0) {
      trial = x + kProbe * d;
      problem.gradient(trial, previous);
      constant = first_trial.at_start(problem.dual_norm(previous - g) / (kProbe * norm));
    } else {
      constant = first_trial.later(problem.dual_norm(g - previous) / distance);
    }
    int backtracks = 0;
    double t = 0, there = 0;
    for (;; ++backtracks, constant *= kBeta) {
      t = std::min(gap / (constant * norm * norm), longest);
      trial = x + t * d;
      there = problem.value(trial);
      const double allowed = value - t * gap + 0.5 * constant * t * t * norm * norm;
      if (there <= allowed || backtracks == kMostBacktracks) break;
    }
    first_trial.accepted(constant, backtracks);
    distance = t * norm;
    x = trial;
    value = there;
    previous = g;
  }
}

std::function<void(const Vector&, Vector&)> l1_ball_lmo(double radius) {
  return [radius](const Vector& g, Vector& v) {
    Index best = 0;
    g.cwiseAbs().maxCoeff(&best);
    v.setZero();
    v[best] = g[best] > 0 ? -radius : radius;
  };
}

std::function<void(const Vector&, Vector&)> l2_ball_lmo(double radius) {
  return [radius](const Vector& g, Vector& v) { v = -radius * (g / g.norm()); };
}

std::function<void(const Vector&, Vector&)> linf_ball_lmo(double radius) {
  return [radius](const Vector& g, Vector& v) { v = -radius * g.array().sign(); };
}

std::function<void(const Vector&, Vector&)> simplex_lmo() {
  return [](const Vector& g, Vector& v) {
    Index best = 0;
    g.minCoeff(&best);
    v.setZero();
    v[best] = 1;
  };
}

std::function<void(const Vector&, Vector&)> box_lmo(double lower, double upper) {
  return [lower, upper](const Vector& g, Vector& v) {
    v = (g.array() > 0)
            .select(Vector::Constant(g.size(), lower), Vector::Constant(g.size(), upper));
  };
}

}  // namespace bench
