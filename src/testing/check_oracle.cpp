#include "testing/check_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <utility>

#include "acgd/testing/testing.hpp"
#include "core/compose.hpp"

namespace acgd {

void Report::fail(const std::string& kind, const std::string& sentence) {
  const auto known = std::find_if(failures_.begin(), failures_.end(),
                                  [&](const Failure& failure) { return failure.kind == kind; });
  if (known != failures_.end()) {
    ++known->times;
  } else {
    failures_.push_back({kind, sentence, 1});
  }
}

std::vector<std::string> Report::sentences() const {
  std::vector<std::string> sentences;
  for (const Failure& failure : failures_) {
    const std::string more =
        failure.times > 1 ? compose(" (and {} more like it)", failure.times - 1) : "";
    sentences.push_back(compose("{}: {}{}", failure.kind, failure.sentence, more));
  }
  return sentences;
}

Vector normal_vector(Index size, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Vector v(size);
  for (Index i = 0; i < size; ++i) v[i] = normal(random);
  return v;
}

FeasiblePoints::FeasiblePoints(const Oracle& oracle, const Matrix& known, double tolerance)
    : oracle_(oracle), center_(known.rowwise().mean()), tolerance_(tolerance) {
  spread_ = known.colwise() - center_;
  const double farthest = spread_.colwise().norm().maxCoeff();
  reach_ = farthest > 0 ? 4 * farthest : std::max(1.0, center_.norm());
}

Vector FeasiblePoints::boundary_point(const Vector& direction) const {
  const double length = direction.norm();
  if (!(length > 0)) return center_;
  const Vector outward = (reach_ / length) * direction;
  const auto at = [&](double t) -> Vector { return center_ + t * outward; };
  const auto is_inside = [&](double t) { return oracle_.contains(at(t), tolerance_); };
  double inside = 0;
  double outside = 1;
  if (is_inside(outside)) return at(outside);
  constexpr int halvings = 32;  // to a relative accuracy of 1e-9
  for (int i = 0; i < halvings; ++i) {
    const double middle = (inside + outside) / 2;
    (is_inside(middle) ? inside : outside) = middle;
  }
  return at(inside);
}

Matrix FeasiblePoints::boundary_points(Index count, std::mt19937_64& random) const {
  Matrix points(center_.size(), count);
  for (Index j = 0; j < count; ++j) points.col(j) = boundary_point(random_direction(j, random));
  return points;
}

Vector FeasiblePoints::random_direction(Index kind, std::mt19937_64& random) const {
  const Index size = center_.size();
  std::uniform_int_distribution<Index> coordinate(0, size - 1);
  Vector direction = Vector::Zero(size);
  switch (kind % 5) {
    case 0:
      return normal_vector(size, random);
    case 1:
      return spread_ * normal_vector(spread_.cols(), random);
    case 2:
      direction = normal_vector(size, random);
      direction.array() -= direction.mean();
      return direction;
    case 3:
      direction[coordinate(random)] = kind % 2 == 0 ? 1 : -1;
      return direction;
    default:
      direction[coordinate(random)] += 1;
      direction[coordinate(random)] -= 1;
      return direction;
  }
}

namespace {

class FacesExamination {
 public:
  FacesExamination(const FacesCheck& check, Report& report)
      : check_(check),
        report_(report),
        oracle_(check.oracle),
        size_(oracle_.dimension()),
        faces_(oracle_.faces()),
        random_(~check.seed) {}  // differs from the seed of the gradients

  void run() {
    check_polytope();
    if (!check_blocks() || !check_bounds()) return;
    for (const OracleQuestion& q : check_.questions) {
      for (const Vector* lmo : {&q.lmo, &q.opposite}) {
        check_corners(*lmo);
        check_mixture(*lmo);
        check_any_corner(*lmo);
      }
      check_box(q.gradient, q.lmo, q);
      check_box(-q.gradient, q.opposite, q);
      for (const Index most : {0, 1, 20}) check_several(q, most);
    }
  }

 private:
  double slack() const { return check_.tolerance * check_.reach; }
  Index block_count() const { return static_cast<Index>(faces_.blocks.size()); }
  const Faces::Block& block_of(Index i) const { return faces_.blocks[faces_.block(i)]; }
  bool is_box(Index i) const { return block_of(i).kind == Faces::Kind::box; }

  /// Away from ties, all nearby gradients have the same optimal vertex.
  void check_polytope() {
    if (!oracle_.is_polytope()) return;
    constexpr double nearby = 1e-5;
    int called = 0;
    int moved = 0;
    for (const OracleQuestion& q : check_.questions) {
      if (q.kind != "random") continue;
      const Vector shift = normal_vector(size_, random_).stableNormalized();
      const Vector near = q.gradient + nearby * q.gradient.norm() * shift;
      ++called;
      if ((linear_minimizer(oracle_, near) - q.lmo).norm() > slack()) ++moved;
    }
    if (called == 0 || moved < called) return;
    report_.fail("polytope", compose("each of {} answers moved when the gradient did by {} of its "
                                     "length: these are no vertices",
                                     called, nearby));
  }

  bool check_blocks() {
    const Index count = block_count();
    if (count < 1) return fail_faces("there is no block");
    if (faces_.block_of.empty() && count > 1) {
      return fail_faces(compose("nobody says which of {} blocks a variable is in", count));
    }
    if (faces_.block_of.empty()) return true;
    if (static_cast<Index>(faces_.block_of.size()) != size_) {
      return fail_faces(compose("block_of has {} entries, not {}", faces_.block_of.size(), size_));
    }
    std::vector<char> has(faces_.blocks.size(), false);
    for (Index i = 0; i < size_; ++i) {
      const Index b = faces_.block(i);
      if (b < 0 || b >= count) {
        return fail_faces(compose("variable {} is in block {} of {}", i, b, count));
      }
      has[b] = true;
    }
    const auto empty = std::find(has.begin(), has.end(), false);
    if (empty == has.end()) return true;
    return fail_faces(compose("block {} has no variables", empty - has.begin()));
  }

  bool check_bounds() {
    const auto is_bounded = [](const auto& block) { return block.kind == Faces::Kind::box; };
    const bool any = std::any_of(faces_.blocks.begin(), faces_.blocks.end(), is_bounded);
    for (const Vector* bounds : {&faces_.lower, &faces_.upper}) {
      if (bounds->size() == (any ? size_ : 0)) continue;
      return fail_faces(compose("there are {} bounds, not {}", bounds->size(), any ? size_ : 0));
    }
    if (!any) return true;
    for (Index i = 0; i < size_; ++i) {
      const double lower = faces_.lower[i];
      const double upper = faces_.upper[i];
      if (is_box(i) ? lower <= upper : lower == 0 && upper == 0) continue;
      return fail_faces(compose("the bounds of variable {} are {} and {}", i, lower, upper));
    }
    return true;
  }

  bool fail_faces(const std::string& sentence) {
    report_.fail("faces", sentence);
    return false;
  }

  void check_feasible(const char* kind, const std::string& what, const Vector& x) {
    const Violation violation = oracle_.violation(x);
    if (!(violation.distance > slack())) return;
    report_.fail(kind, compose("{} is outside the {} by {}: {}", what, oracle_.name(),
                               violation.distance, violation.detail));
  }

  /// Checks that x is a corner in every block of corners.
  void check_corners(const Vector& x) {
    std::vector<Index> entries(faces_.blocks.size(), 0);
    for (Index i = 0; i < size_; ++i) {
      if (block_of(i).kind == Faces::Kind::corners && x[i] != 0) check_corner(i, x[i], entries);
    }
    for (Index b = 0; b < block_count(); ++b) {
      const Faces::Block& block = faces_.blocks[b];
      const Index found = entries[b];
      const bool may_be_none = block.kind != Faces::Kind::corners || block.has_origin;
      if (found == 1 || (found == 0 && may_be_none)) continue;
      report_.fail("corners",
                   compose("an answer has {} entries that are not 0 in block {}", found, b));
    }
  }

  void check_corner(Index i, double value, std::vector<Index>& entries) {
    ++entries[faces_.block(i)];
    const Faces::Block& block = block_of(i);
    const double size = block.both_signs ? std::abs(value) : value;
    if (std::abs(size - block.scale) <= check_.tolerance * std::abs(block.scale)) return;
    report_.fail("corners", compose("an answer has {} at variable {}, where {}{} was expected",
                                    value, i, block.both_signs ? "+-" : "", block.scale));
  }

  /// Checks x with another corner in one block.
  void check_any_corner(const Vector& x) {
    const Index i = std::uniform_int_distribution<Index>(0, size_ - 1)(random_);
    const Faces::Block& block = block_of(i);
    if (block.kind != Faces::Kind::corners) return;
    std::vector<double> values = {block.scale};
    if (block.both_signs) values.push_back(-block.scale);
    if (block.has_origin) values.push_back(0);
    for (const double value : values) {
      Vector corner = x;
      for (Index j = 0; j < size_; ++j)
        if (faces_.block(j) == faces_.block(i)) corner[j] = 0;
      corner[i] = value;
      check_feasible("corners", compose("a point with the corner {} at variable {}", value, i),
                     corner);
    }
  }

  /// Checks a point that is one LMO result in some blocks, another in others, and a convex
  /// combination in the rest.
  void check_mixture(const Vector& x) {
    if (block_count() == 1) return;
    const std::size_t count = check_.questions.size();
    const Vector& y =
        check_.questions[std::uniform_int_distribution<std::size_t>(0, count - 1)(random_)].lmo;
    std::uniform_real_distribution<double> share(-0.5, 1.5);
    Vector shares(block_count());
    for (double& weight : shares) weight = std::clamp(share(random_), 0.0, 1.0);
    Vector mixed(size_);
    for (Index i = 0; i < size_; ++i) {
      const double weight = shares[faces_.block(i)];
      mixed[i] = weight * x[i] + (1 - weight) * y[i];
    }
    check_feasible("blocks", "a point made of two answers block by block", mixed);
  }

  /// Checks that x is at the bound that minimises <g, x> in every box.
  void check_box(const Vector& g, const Vector& x, const OracleQuestion& q) {
    for (Index i = 0; i < size_; ++i) {
      if (!is_box(i)) continue;
      const double lower = faces_.lower[i];
      const double upper = faces_.upper[i];
      if (x[i] < lower - slack() || x[i] > upper + slack()) {
        report_.fail("box", compose("an answer has {} at variable {}, outside of [{}, {}]", x[i], i,
                                    lower, upper));
      }
      const double bound = g[i] > 0 ? lower : upper;
      if (std::abs(g[i] * (x[i] - bound)) <= slack() * g.norm() + q.error) continue;
      report_.fail("box", compose("an answer to g[{}] = {} has {} there, not the bound {}", i, g[i],
                                  x[i], bound));
    }
  }

  void check_several(const OracleQuestion& q, Index most) {
    LmoResult fresh;
    oracle_.minimize_several(Gradient(q.gradient), most, fresh);
    if (fresh.atom.size() != size_ || fresh.atom.to_dense() != q.lmo) {
      report_.fail("several",
                   compose("a {} gradient gets another answer with others than alone", q.kind));
      return;
    }
    if (fresh.other_count > std::min(fresh.others.size(), static_cast<std::size_t>(most))) {
      report_.fail("several",
                   compose("{} others, where at most {} were requested", fresh.other_count, most));
      return;
    }
    std::vector<Vector> others;
    for (std::size_t k = 0; k < fresh.other_count; ++k) {
      const auto other = completed(fresh.others[k], q);
      if (!other) return;
      if (*other == q.lmo || std::find(others.begin(), others.end(), *other) != others.end()) {
        report_.fail("several", compose("a {} gradient gets the same vertex twice", q.kind));
      }
      check_feasible("several", "another vertex", *other);
      check_corners(*other);
      others.push_back(*other);
    }
    // The LmoResult is reused between calls, as in a run.
    oracle_.minimize_several(Gradient(q.gradient), most, used_);
    bool same = used_.other_count == fresh.other_count;
    for (std::size_t k = 0; same && k < fresh.other_count; ++k) {
      same = used_.others[k].to_dense() == fresh.others[k].to_dense();
    }
    if (same) return;
    report_.fail("several",
                 compose("a {} gradient gets others that depend on the calls before", q.kind));
  }

  /// Another vertex of a block, completed by the LMO result in the other blocks.
  std::optional<Vector> completed(const Atom& other, const OracleQuestion& q) {
    if (other.size() != size_ || !other.to_dense().allFinite()) {
      report_.fail("several", "another vertex is of the wrong size or not finite");
      return std::nullopt;
    }
    Vector whole = other.to_dense();
    if (block_count() == 1) return whole;
    Index block = -1;
    for (Index i = 0; i < size_; ++i) {
      if (whole[i] == 0 || faces_.block(i) == block) continue;
      if (block >= 0) {
        report_.fail("several", compose("another vertex is in the blocks {} and {} at once", block,
                                        faces_.block(i)));
        return std::nullopt;
      }
      block = faces_.block(i);
    }
    // The zero of a block is a Coordinate, whose index determines the block.
    const auto* one = other.as<Atom::Coordinate>();
    if (block < 0 && one != nullptr) block = faces_.block(one->index);
    if (block < 0) {
      report_.fail("several", "another vertex is 0 everywhere: nobody can tell its block");
      return std::nullopt;
    }
    for (Index i = 0; i < size_; ++i)
      if (faces_.block(i) != block) whole[i] = q.lmo[i];
    return whole;
  }

  const FacesCheck& check_;
  Report& report_;
  const Oracle& oracle_;
  Index size_;
  Faces faces_;
  std::mt19937_64 random_;
  LmoResult used_;
};

}  // namespace

void check_faces(const FacesCheck& check, Report& report) { FacesExamination(check, report).run(); }

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
    call_all();
    if (questions_.empty()) return;
    for (const OracleQuestion& question : questions_) {
      check_feasible("answer to a " + question.kind + " gradient", question.lmo);
      check_repeats(question);
      check_scales(question);
      check_opposites(question);
    }
    check_against_each_other();
    check_start();
    check_faces({oracle_, questions_, options_.tolerance, reach_, options_.seed}, report_);
    check_against_feasible_points();
  }

  /// The vertex that the LMO returns in a fresh LmoResult; empty, with a failure reported, if it is
  /// not a valid point.
  Vector call(const std::string& kind, const Vector& gradient, double* error = nullptr) {
    LmoResult lmo;
    oracle_.minimize(Gradient(gradient), lmo);
    if (!is_point("answer to a " + kind + " gradient", lmo.atom)) return {};
    if (!(lmo.error >= 0)) report_.fail("error bound", compose("{}", lmo.error));
    if (error) *error = lmo.error;
    return lmo.atom.to_dense();
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

  void call_all() {
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
      question.lmo = call(kind, question.gradient, &question.error);
      question.opposite = call(kind, -question.gradient, &opposite_error);
      if (question.lmo.size() == 0 || question.opposite.size() == 0) continue;
      question.error += opposite_error;
      reach_ = std::max({reach_, question.lmo.norm(), question.opposite.norm()});
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

  /// Allowed rounding difference of two values of <g, x>.
  double slack(const Vector& g) const { return options_.tolerance * g.norm() * reach_; }

  void check_feasible(const std::string& what, const Vector& x) {
    const Violation violation = oracle_.violation(x);
    if (violation.distance > options_.tolerance * reach_) {
      report_.fail("feasible", compose("the {} is outside the {} by {}: {}", what, oracle_.name(),
                                       violation.distance, violation.detail));
    }
  }

  void check_repeats(const OracleQuestion& q) {
    if (call(q.kind, q.gradient) != q.lmo) {
      report_.fail("repeatable", compose("a {} gradient got two different answers", q.kind));
    }
    // The LmoResult is reused between calls, as in a run.
    oracle_.minimize(Gradient(q.gradient), used_);
    oracle_.minimize(Gradient(q.gradient), used_);
    const double again =
        used_.atom.size() == oracle_.dimension() ? used_.atom.dot(q.gradient) : NAN;
    const double value = q.lmo.dot(q.gradient);
    if (!(std::abs(again - value) <= slack(q.gradient) + q.error + used_.error)) {
      report_.fail("used answer", compose("a {} gradient has value {}, but {} when the Answer "
                                          "has been used before",
                                          q.kind, value, again));
    }
  }

  void check_scales(const OracleQuestion& q) {
    for (const double scale : {1e-6, 1e-3, 1e3, 1e6}) {
      double error = 0;
      const Vector scaled = call("scaled", scale * q.gradient, &error);
      if (scaled.size() == 0) continue;
      const double value = q.lmo.dot(q.gradient);
      const double difference = std::abs(scaled.dot(q.gradient) - value);
      if (difference <= slack(q.gradient) + q.error + error / scale) continue;
      report_.fail("scaling",
                   compose("a {} gradient times {} gets an answer of value {} instead of {}",
                           q.kind, scale, scaled.dot(q.gradient), value));
    }
  }

  void check_opposites(const OracleQuestion& q) {
    const double value = q.lmo.dot(q.gradient);
    const double opposite = -q.opposite.dot(q.gradient);
    const double allowed = slack(q.gradient) + q.error;
    if (oracle_.is_norm_ball() && std::abs(value - opposite) > allowed) {
      report_.fail("symmetry",
                   compose("a {} gradient g has value {}, and -g has {}", q.kind, value, opposite));
    }
    if (oracle_.is_norm_ball()) check_feasible("negative of an answer", -q.lmo);
    const bool says_inside = oracle_.is_interior(Vector::Zero(oracle_.dimension()));
    if (says_inside && value >= q.error && q.gradient.norm() > 0) {
      report_.fail("interior",
                   compose("a {} gradient has value {}: 0 is not inside", q.kind, value));
    }
    const std::optional<double> minimum = oracle_.minimum(q.gradient);
    if (minimum && std::abs(value - *minimum) > allowed) {
      report_.fail("minimum", compose("a {} gradient has value {}, but the minimum is {}", q.kind,
                                      value, *minimum));
    }
  }

  void check_against_each_other() {
    for (const OracleQuestion& q : questions_) {
      for (const OracleQuestion& other : questions_) {
        compare(q, other.lmo, "the answer to another gradient");
        compare(q, other.opposite, "the answer to another gradient");
      }
    }
  }

  void compare(const OracleQuestion& q, const Vector& x, const char* what) {
    const double value = q.lmo.dot(q.gradient);
    if (x.dot(q.gradient) >= value - slack(q.gradient) - q.error) return;
    report_.fail("optimal", compose("a {} gradient got an answer of value {}, but {} has {}",
                                    q.kind, value, what, x.dot(q.gradient)));
  }

  void check_start() {
    const Atom start = oracle_.start();
    if (is_point("start", start)) check_feasible("start", start.to_dense());
  }

  void check_against_feasible_points() {
    if (std::isnan(oracle_.violation(questions_.front().lmo).distance)) return;
    // Far below the slack, so that the allowed violation of a point does not lower <g, x>
    // noticeably.
    const double rounding = 1e-3 * options_.tolerance * reach_;
    std::vector<Vector> known;
    for (const OracleQuestion& q : questions_) {
      if (oracle_.contains(q.lmo, rounding)) known.push_back(q.lmo);
      if (oracle_.contains(q.opposite, rounding)) known.push_back(q.opposite);
    }
    if (known.empty()) return;  // every LMO result was reported as infeasible
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

  /// Searches for better feasible points along directions that suit common sets.
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
  LmoResult used_;
  std::vector<OracleQuestion> questions_;
  double reach_ = 0;  ///< largest norm of an LMO result
};

}  // namespace

std::vector<std::string> check_oracle(const Oracle& oracle, const OracleCheck& options) {
  return Examination(oracle, options).sentences();
}

}  // namespace acgd
