#include "testing/check_faces.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "core/compose.hpp"
#include "testing/feasible_points.hpp"

namespace acgd {
namespace {

class FacesExamination {
 public:
  FacesExamination(const FacesCheck& check, Report& report)
      : check_(check),
        report_(report),
        oracle_(check.oracle),
        size_(oracle_.dimension()),
        faces_(oracle_.faces()),
        random_(~check.seed) {}  // other numbers than those of the questions

  void run() {
    check_polytope();
    if (!check_blocks() || !check_bounds()) return;
    for (const OracleQuestion& q : check_.questions) {
      for (const Vector* answer : {&q.answer, &q.opposite}) {
        check_corners(*answer);
        check_mixture(*answer);
        check_any_corner(*answer);
      }
      check_box(q.gradient, q.answer, q);
      check_box(-q.gradient, q.opposite, q);
      for (const Index most : {0, 1, 20}) check_several(q, most);
    }
  }

 private:
  double slack() const { return check_.tolerance * check_.reach; }
  Index block_count() const { return static_cast<Index>(faces_.blocks.size()); }
  const Faces::Block& block_of(Index i) const {
    return faces_.blocks[static_cast<std::size_t>(faces_.block(i))];
  }
  bool is_box(Index i) const { return block_of(i).kind == Faces::Kind::box; }

  /// Far from ties the same vertex is the best for all gradients nearby.
  void check_polytope() {
    if (!oracle_.is_polytope()) return;
    constexpr double nearby = 1e-5;
    int asked = 0;
    int moved = 0;
    for (const OracleQuestion& q : check_.questions) {
      if (q.kind != "random") continue;
      const Vector shift = normal_vector(size_, random_).stableNormalized();
      const Vector near = q.gradient + nearby * q.gradient.norm() * shift;
      ++asked;
      if ((linear_minimizer(oracle_, near) - q.answer).norm() > slack()) ++moved;
    }
    if (asked == 0 || moved < asked) return;
    report_.fail("polytope", compose("each of {} answers moved when the gradient did by {} of its "
                                     "length: these are no vertices",
                                     asked, nearby));
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
      has[static_cast<std::size_t>(b)] = true;
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

  /// In every block of corners, x is one of them.
  void check_corners(const Vector& x) {
    std::vector<Index> entries(faces_.blocks.size(), 0);
    for (Index i = 0; i < size_; ++i) {
      if (block_of(i).kind == Faces::Kind::corners && x[i] != 0) check_corner(i, x[i], entries);
    }
    for (Index b = 0; b < block_count(); ++b) {
      const Faces::Block& block = faces_.blocks[static_cast<std::size_t>(b)];
      const Index found = entries[static_cast<std::size_t>(b)];
      const bool may_be_none = block.kind != Faces::Kind::corners || block.has_origin;
      if (found == 1 || (found == 0 && may_be_none)) continue;
      report_.fail("corners",
                   compose("an answer has {} entries that are not 0 in block {}", found, b));
    }
  }

  void check_corner(Index i, double value, std::vector<Index>& entries) {
    ++entries[static_cast<std::size_t>(faces_.block(i))];
    const Faces::Block& block = block_of(i);
    const double size = block.both_signs ? std::abs(value) : value;
    if (std::abs(size - block.scale) <= check_.tolerance * std::abs(block.scale)) return;
    report_.fail("corners", compose("an answer has {} at variable {}, where {}{} was expected",
                                    value, i, block.both_signs ? "+-" : "", block.scale));
  }

  /// x with any other corner in a block instead of its own.
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

  /// An answer in some blocks, another in others, and points between them in the rest.
  void check_mixture(const Vector& x) {
    if (block_count() == 1) return;
    const std::size_t count = check_.questions.size();
    const Vector& y =
        check_.questions[std::uniform_int_distribution<std::size_t>(0, count - 1)(random_)].answer;
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

  /// In every box, x is at the bound that g asks for.
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
    OracleCall fresh;
    oracle_.several(Gradient(q.gradient), most, fresh);
    if (fresh.atom.size() != size_ || fresh.atom.to_dense() != q.answer) {
      report_.fail("several",
                   compose("a {} gradient gets another answer with others than alone", q.kind));
      return;
    }
    if (fresh.other_count > std::min(fresh.others.size(), static_cast<std::size_t>(most))) {
      report_.fail("several",
                   compose("{} others, where at most {} were asked for", fresh.other_count, most));
      return;
    }
    std::vector<Vector> others;
    for (std::size_t k = 0; k < fresh.other_count; ++k) {
      const auto other = completed(fresh.others[k], q);
      if (!other) return;
      if (*other == q.answer || std::find(others.begin(), others.end(), *other) != others.end()) {
        report_.fail("several", compose("a {} gradient gets the same vertex twice", q.kind));
      }
      check_feasible("several", "another vertex", *other);
      check_corners(*other);
      others.push_back(*other);
    }
    // The same call serves every question, as in a run.
    oracle_.several(Gradient(q.gradient), most, used_);
    bool same = used_.other_count == fresh.other_count;
    for (std::size_t k = 0; same && k < fresh.other_count; ++k) {
      same = used_.others[k].to_dense() == fresh.others[k].to_dense();
    }
    if (same) return;
    report_.fail("several",
                 compose("a {} gradient gets others that depend on the calls before", q.kind));
  }

  /// Another vertex of a block, with the answer in the other blocks.
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
    // The zero of a block says where it is.
    const auto* one = other.as<Atom::Coordinate>();
    if (block < 0 && one != nullptr) block = faces_.block(one->index);
    if (block < 0) {
      report_.fail("several", "another vertex is 0 everywhere: nobody can tell its block");
      return std::nullopt;
    }
    for (Index i = 0; i < size_; ++i)
      if (faces_.block(i) != block) whole[i] = q.answer[i];
    return whole;
  }

  const FacesCheck& check_;
  Report& report_;
  const Oracle& oracle_;
  Index size_;
  Faces faces_;
  std::mt19937_64 random_;
  OracleCall used_;
};

}  // namespace

void check_faces(const FacesCheck& check, Report& report) { FacesExamination(check, report).run(); }

}  // namespace acgd
