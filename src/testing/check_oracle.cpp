#include "acgd/testing/check_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "acgd/oracle/balls.hpp"
#include "core/compose.hpp"
#include "testing/check_faces.hpp"
#include "testing/feasible_points.hpp"
#include "testing/report.hpp"

namespace acgd {
namespace {

class Examination {
 public:
  Examination(const Oracle& oracle, const OracleCheck& options)
      : oracle_(oracle), options_(options), random_(options.seed) {}

  std::vector<std::string> sentences() {
    try {
      run();
    } catch (const std::exception& thrown) {
      report_.fail("exception", thrown.what());
    }
    return report_.sentences();
  }

 private:
  void run() {
    if (oracle_.dimension() < 1) {
      report_.fail("dimension", compose("{}, but at least 1 is needed", oracle_.dimension()));
      return;
    }
    if (oracle_.name().empty()) report_.fail("name", "it is empty");
    ask_all();
    if (questions_.empty()) return;
    for (const OracleQuestion& question : questions_) {
      check_feasible("answer to a " + question.kind + " gradient", question.answer);
      check_repeats(question);
      check_scales(question);
      check_opposites(question);
    }
    check_against_each_other();
    check_start();
    check_faces({oracle_, questions_, options_.tolerance, reach_, options_.seed}, report_);
    check_against_feasible_points();
  }

  /// The answer of a fresh Answer; empty, and a failure noted, when it is no point at all.
  Vector ask(const std::string& kind, const Vector& gradient, double* error = nullptr) {
    OracleCall answer;
    oracle_.minimize(Gradient(gradient), answer);
    if (!is_point("answer to a " + kind + " gradient", answer.atom)) return {};
    if (!(answer.error >= 0)) report_.fail("error bound", compose("{}", answer.error));
    if (error) *error = answer.error;
    return answer.atom.to_dense();
  }

  bool is_point(const std::string& what, const Atom& atom) {
    if (atom.size() != oracle_.dimension()) {
      report_.fail(
          "size", compose("the {} has {} entries, not {}", what, atom.size(), oracle_.dimension()));
      return false;
    }
    if (!atom.to_dense().allFinite()) {
      report_.fail("finite", compose("the {} is not finite", what));
      return false;
    }
    return true;
  }

  void ask_all() {
    const Index n = oracle_.dimension();
    std::vector<std::pair<std::string, Vector>> gradients;
    gradients.emplace_back("zero", Vector::Zero(n));
    gradients.emplace_back("constant", Vector::Ones(n));
    gradients.emplace_back("first-coordinate", Vector::Unit(n, 0));
    gradients.emplace_back("last-coordinate", -Vector::Unit(n, n - 1));
    for (int i = 0; i < options_.gradients; ++i) gradients.push_back(random_gradient(i));
    for (auto& [kind, gradient] : gradients) {
      OracleQuestion question{kind, std::move(gradient), {}, {}, 0};
      double opposite_error = 0;
      question.answer = ask(kind, question.gradient, &question.error);
      question.opposite = ask(kind, -question.gradient, &opposite_error);
      if (question.answer.size() == 0 || question.opposite.size() == 0) continue;
      question.error += opposite_error;
      reach_ = std::max({reach_, question.answer.norm(), question.opposite.norm()});
      questions_.push_back(std::move(question));
    }
  }

  std::pair<std::string, Vector> random_gradient(int i) {
    Vector g = normal_vector(oracle_.dimension(), random_);
    switch (i % 4) {
      case 0:
        return {"random", g};
      case 1:
        return {"partly zero", (g.array().abs() < 0.7).select(0.0, g)};
      case 2:
        return {"integer", (2 * g).array().round()};
      default:
        return {"mixed-size", g.array() * (3 * g).array().exp()};
    }
  }

  /// How much two values of <g, x> may differ by rounding alone.
  double slack(const Vector& g) const { return options_.tolerance * g.norm() * reach_; }

  void check_feasible(const std::string& what, const Vector& x) {
    const Violation violation = oracle_.violation(x);
    if (violation.distance > options_.tolerance * reach_) {
      report_.fail("feasible", compose("the {} is outside the {} by {}: {}", what, oracle_.name(),
                                       violation.distance, violation.detail));
    }
  }

  void check_repeats(const OracleQuestion& q) {
    if (ask(q.kind, q.gradient) != q.answer) {
      report_.fail("repeatable", compose("a {} gradient got two different answers", q.kind));
    }
    // The same Answer serves every question, as in a run.
    oracle_.minimize(Gradient(q.gradient), used_);
    oracle_.minimize(Gradient(q.gradient), used_);
    const double again =
        used_.atom.size() == oracle_.dimension() ? used_.atom.dot(q.gradient) : NAN;
    const double value = q.answer.dot(q.gradient);
    if (!(std::abs(again - value) <= slack(q.gradient) + q.error + used_.error)) {
      report_.fail("used answer", compose("a {} gradient has value {}, but {} when the Answer "
                                          "has been used before",
                                          q.kind, value, again));
    }
  }

  void check_scales(const OracleQuestion& q) {
    for (const double scale : {1e-6, 1e-3, 1e3, 1e6}) {
      double error = 0;
      const Vector scaled = ask("scaled", scale * q.gradient, &error);
      if (scaled.size() == 0) continue;
      const double value = q.answer.dot(q.gradient);
      const double difference = std::abs(scaled.dot(q.gradient) - value);
      if (difference <= slack(q.gradient) + q.error + error / scale) continue;
      report_.fail("scaling",
                   compose("a {} gradient times {} gets an answer of value {} instead of {}",
                           q.kind, scale, scaled.dot(q.gradient), value));
    }
  }

  void check_opposites(const OracleQuestion& q) {
    const double value = q.answer.dot(q.gradient);
    const double opposite = -q.opposite.dot(q.gradient);
    const double allowed = slack(q.gradient) + q.error;
    if (oracle_.is_norm_ball() && std::abs(value - opposite) > allowed) {
      report_.fail("symmetry",
                   compose("a {} gradient g has value {}, and -g has {}", q.kind, value, opposite));
    }
    if (oracle_.is_norm_ball()) check_feasible("negative of an answer", -q.answer);
    const bool says_inside = oracle_.is_interior(Vector::Zero(oracle_.dimension()));
    if (says_inside && value >= q.error && q.gradient.norm() > 0) {
      report_.fail("interior",
                   compose("a {} gradient has value {}: 0 is not inside", q.kind, value));
    }
    if (const auto* ball = dynamic_cast<const NormBall*>(&oracle_)) {
      const double expected = -ball->radius() * ball->dual_norm(q.gradient);
      if (std::abs(value - expected) > allowed) {
        report_.fail("dual norm", compose("a {} gradient has value {}, but -radius * dual norm "
                                          "is {}",
                                          q.kind, value, expected));
      }
    }
  }

  void check_against_each_other() {
    for (const OracleQuestion& q : questions_) {
      for (const OracleQuestion& other : questions_) {
        compare(q, other.answer, "the answer to another gradient");
        compare(q, other.opposite, "the answer to another gradient");
      }
    }
  }

  void compare(const OracleQuestion& q, const Vector& x, const char* what) {
    const double value = q.answer.dot(q.gradient);
    if (x.dot(q.gradient) >= value - slack(q.gradient) - q.error) return;
    report_.fail("optimal", compose("a {} gradient got an answer of value {}, but {} has {}",
                                    q.kind, value, what, x.dot(q.gradient)));
  }

  void check_start() {
    const Atom start = oracle_.start();
    if (is_point("start", start)) check_feasible("start", start.to_dense());
  }

  void check_against_feasible_points() {
    if (std::isnan(oracle_.violation(questions_.front().answer).distance)) return;
    // Far below the slack, so that a point counted as feasible gains nothing by its violation.
    const double rounding = 1e-3 * options_.tolerance * reach_;
    std::vector<Vector> known;
    for (const OracleQuestion& q : questions_) {
      if (oracle_.contains(q.answer, rounding)) known.push_back(q.answer);
      if (oracle_.contains(q.opposite, rounding)) known.push_back(q.opposite);
    }
    if (known.empty()) return;  // every answer has been reported as infeasible
    Matrix columns(oracle_.dimension(), static_cast<Index>(known.size()));
    for (std::size_t j = 0; j < known.size(); ++j) columns.col(static_cast<Index>(j)) = known[j];

    const FeasiblePoints feasible(oracle_, columns, rounding);
    check_feasible("mean of feasible points", feasible.center());
    const Matrix points = mixed_with_boundary(feasible);
    for (const OracleQuestion& q : questions_) {
      Index best = 0;
      (points.transpose() * q.gradient).minCoeff(&best);
      compare(q, points.col(best), "a feasible point");
      challenge(q, feasible, columns);
    }
    check_details(feasible.center());
  }

  Matrix mixed_with_boundary(const FeasiblePoints& feasible) {
    const Index half = std::max(1, options_.points / 2);
    Matrix points(oracle_.dimension(), 2 * half);
    points.leftCols(half) = feasible.boundary_points(half, random_);
    std::uniform_int_distribution<Index> any(0, half - 1);
    std::uniform_real_distribution<double> share(0, 1);
    for (Index j = half; j < 2 * half; ++j) {
      const double t = share(random_);
      points.col(j) = t * points.col(any(random_)) + (1 - t) * points.col(any(random_));
      check_feasible("point between two feasible points", points.col(j));
    }
    return points;
  }

  /// Looks for better points where a set of any shape is likely to have them.
  void challenge(const OracleQuestion& q, const FeasiblePoints& feasible, const Matrix& known) {
    const Vector& g = q.gradient;
    const Index n = g.size();
    Index largest = 0;
    Index smallest = 0;
    g.cwiseAbs().maxCoeff(&largest);
    g.minCoeff(&smallest);
    const Matrix spread = known.colwise() - feasible.center();
    const Vector ones = Vector::Ones(n);
    for (const Vector& direction :
         {Vector(-g), Vector(g.mean() * ones - g), Vector(-g.array().sign()),
          Vector(-g[largest] * Vector::Unit(n, largest)),
          Vector(Vector::Unit(n, smallest) - ones / static_cast<double>(n)),
          Vector(-spread * (spread.transpose() * g))}) {
      compare(q, feasible.boundary_point(direction), "a feasible point");
    }
  }

  void check_details(const Vector& center) {
    const Vector away = center + 1e3 * (1 + reach_) * normal_vector(center.size(), random_);
    const Violation outside = oracle_.violation(away);
    if (!(outside.distance > 0)) {
      report_.fail("compact", compose("a point of norm {} counts as inside", away.norm()));
    } else if (outside.detail.empty()) {
      report_.fail("detail", "a violation comes without one");
    }
    const Violation inside = oracle_.violation(center);
    if (inside.distance == 0 && !inside.detail.empty()) {
      report_.fail("detail", compose("a feasible point has one: {}", inside.detail));
    }
  }

  const Oracle& oracle_;
  const OracleCheck& options_;
  std::mt19937_64 random_;
  Report report_;
  OracleCall used_;
  std::vector<OracleQuestion> questions_;
  double reach_ = 0;  ///< the largest norm of an answer
};

}  // namespace

std::vector<std::string> check_oracle(const Oracle& oracle, const OracleCheck& options) {
  return Examination(oracle, options).sentences();
}

}  // namespace acgd
