#pragma once

#include <memory>

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { x : ||x|| <= radius }. The minimum of <g, x> over it is -radius * dual_norm(g).
class NormBall : public Oracle {
 public:
  Index dimension() const final { return dimension_; }
  double radius() const { return radius_; }
  const Norm& norm() const { return *norm_; }
  double dual_norm(ConstVectorRef gradient) const { return norm_->dual(gradient); }

  std::string name() const override;
  std::optional<double> minimum(ConstVectorRef g) const final { return -radius_ * dual_norm(g); }
  Violation violation(ConstVectorRef x) const final;
  /// ||x|| / radius, unless it takes singular values.
  std::optional<double> gauge(ConstVectorRef x) const final;
  /// Scales x to the radius.
  bool recenter(VectorRef x) const override;
  bool is_norm_ball() const final { return true; }
  /// Where the norm cannot be evaluated (overlapping groups), known only at 0.
  bool is_interior(ConstVectorRef x) const final;

 protected:
  static Parameter radius_parameter(double& radius) {
    return {"radius", radius, range::positive, "the radius"};
  }

  /// Violation of a point of norm `size`.
  Violation violation_of_size(double size) const;

  /// Throws InvalidInput unless dimension >= 1 and 0 < radius < inf.
  NormBall(std::shared_ptr<const Norm> norm, Index dimension, double radius);

 private:
  std::shared_ptr<const Norm> norm_;
  Index dimension_;
  double radius_;
};

/// { x : sum |x_i| <= radius }. The minimiser is one coordinate: -radius sign(g_i) e_i for the
/// first i of largest |g_i|.
class L1Ball final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "l1";
    static constexpr std::string_view sentence =
        "vectors whose absolute entries sum to at most R; sparse steps";
    static constexpr std::string_view formula = "{ x : |x_1| + ... + |x_n| <= R }";
    static constexpr std::string_view cost = "O(n)";

    double radius = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit L1Ball(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: -radius sign(g_i) e_i for |g_i| above half of the largest.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;
};

/// { x : sqrt(sum x_i^2) <= radius }. The minimiser is -radius g / ||g||, and 0 for g = 0.
class L2Ball final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "l2";
    static constexpr std::string_view sentence = "the Euclidean ball of radius R";
    static constexpr std::string_view formula = "{ x : x_1^2 + ... + x_n^2 <= R^2 }";
    static constexpr std::string_view cost = "O(n)";

    double radius = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit L2Ball(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
};

/// { x : |x_i| <= radius for all i }. The minimiser is -radius sign(g), with sign(0) = 0.
class LinfBall final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "linf";
    static constexpr std::string_view sentence = "vectors with all entries in [-R, R]";
    static constexpr std::string_view formula = "{ x : -R <= x_i <= R for every i }";
    static constexpr std::string_view cost = "O(n)";

    double radius = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit LinfBall(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;
};

/// { x : (sum |x_i|^p)^(1/p) <= radius }, 1 < p < inf. With q = p / (p - 1) the minimiser is
/// -radius sign(g_i) |g_i|^(q-1) / ||g||_q^(q-1), and 0 for g = 0.
class LpBall final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "lp";
    static constexpr std::string_view sentence =
        "the ball of radius R of the lp norm, 1 < P < infinity";
    static constexpr std::string_view formula = "{ x : |x_1|^P + ... + |x_n|^P <= R^P }";
    static constexpr std::string_view cost = "O(n)";

    double p = 2;
    double radius = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  LpBall(Index dimension, double p, double radius = 1);

  double p() const { return p_; }

  void minimize(const Gradient& gradient, LmoResult& lmo) const override;

 private:
  double p_;
};

/// Hull of the l1 ball of a radius and the linf ball of radius / k: vectors whose k largest |x_i|
/// sum to at most the radius. The minimiser is the better of -radius sign(g_i) e_i, for the first i
/// of largest |g_i|, and -radius / k sign(g), with sign(0) = 0. It is the linf ball for k = 1 and
/// the l1 ball for k >= n.
class KNormBall final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "knorm";
    static constexpr std::string_view sentence =
        "vectors whose K largest absolute entries sum to at most R";
    static constexpr std::string_view formula =
        "{ x : the K largest |x_i| sum to at most R }\n"
        "= the hull of l1:R and linf:R/K";
    static constexpr std::string_view cost = "O(n)";

    Index k = 1;
    double radius = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  KNormBall(Index dimension, Index k, double radius = 1);

  Index k() const { return k_; }

  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: -radius sign(g_i) e_i where -<g, v> is above half of the best.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// A box if k = 1, corners if k >= n.
  Faces faces() const override;

 private:
  struct Memory;

  Index k_;
};

/// Ball of the ordered weighted l1 norm: { x : sum w_i |x|_(i) <= radius }, where |x|_(1) >=
/// |x|_(2) >= ... are the sorted magnitudes and the weights w are non-increasing. The minimiser is
/// -radius / (w_1 + ... + w_k) sign(g_i) at the k largest |g_i|, where k maximises (|g|_(1) + ... +
/// |g|_(k)) / (w_1 + ... + w_k). Equal weights give the l1 ball, w = (1, 0, ..., 0) the linf ball.
class OwlBall final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "owl";
    static constexpr std::string_view sentence =
        "the ball of radius R of the ordered weighted l1 norm, its weights in a file";
    static constexpr std::string_view formula =
        "{ x : w_1 |x|_(1) + ... + w_n |x|_(n) <= R }, |x|_(1) >= |x|_(2) >= ... the |x_i| in "
        "order";
    static constexpr std::string_view cost = "O(n log n)";

    double radius = 1;
    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit OwlBall(Vector weights, double radius = 1);

  const Vector& weights() const { return weights_; }

  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// Does nothing: evaluating the norm sorts and allocates.
  bool recenter(VectorRef x) const override;

 private:
  Vector weights_;
};

/// { x : the l2 (or linf) norms of the groups of variables sum to at most the radius }. The
/// minimiser is nonzero only in the first group of largest dual norm of g, where it is -radius g /
/// ||g||_2 (or -radius sign(g)). Overlapping groups give the ball of the latent group norm, the
/// hull of the same points, and violation() is unknown.
class GroupBall final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "group";
    static constexpr std::string_view sentence =
        "vectors whose groups of variables have norms, l2 or linf, that sum to at most R; steps in "
        "one group";
    static constexpr std::string_view formula =
        "{ x : ||x_G1|| + ||x_G2|| + ... <= R }; of groups that overlap, the hull of\n"
        "the vectors in one group G with ||x_G|| <= R: the ball of the latent group norm";
    static constexpr std::string_view cost = "O(n), or the sizes of all groups";

    WithinGroup norm = WithinGroup::l2;
    double radius = 1;
    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit GroupBall(Groups groups, WithinGroup within = WithinGroup::l2, double radius = 1);
  /// Shares the groups instead of copying them.
  explicit GroupBall(std::shared_ptr<const Groups> groups, WithinGroup within = WithinGroup::l2,
                     double radius = 1);

  const Groups& groups() const { return *groups_; }
  WithinGroup within() const { return within_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: the best atom of each group whose dual norm of g is above half of the largest.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  /// It is flat between groups whatever the norm within a group.
  bool rewards_memory() const override { return true; }
  /// For linf norms.
  bool is_polytope() const override { return within_ == WithinGroup::linf; }

 private:
  struct Memory;
  void fill(Index group, const Vector& g, const Memory& memory, Atom& atom) const;

  std::shared_ptr<const Groups> groups_;
  WithinGroup within_;
};

/// { x : sum ((x_i - center_i) / radii_i)^2 <= 1 }: an axis-aligned ellipsoid. The minimiser is
/// center_i - radii_i^2 g_i / ||radii g||, and the centre for g = 0.
class Ellipsoid final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "ellipsoid";
    static constexpr std::string_view sentence =
        "an ellipsoid along the axes, of a file with columns centre and radius";
    static constexpr std::string_view formula =
        "{ x : ((x_1 - c_1) / r_1)^2 + ... + ((x_n - c_n) / r_n)^2 <= 1 }";
    static constexpr std::string_view cost = "O(n)";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  Ellipsoid(Vector center, Vector radii);

  const Vector& center() const { return center_; }
  const Vector& radii() const { return radii_; }

  std::string name() const override;
  Index dimension() const override { return center_.size(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The distance to the point of the ellipsoid on the line to the centre.
  Violation violation(ConstVectorRef x) const override;
  /// Moves x towards the centre.
  bool recenter(VectorRef x) const override;
  /// True if the centre is 0: the ball of a weighted l2 norm.
  bool is_norm_ball() const override { return is_norm_ball_; }
  /// Known if the centre is 0.
  std::optional<double> gauge(ConstVectorRef x) const override;
  bool is_interior(ConstVectorRef x) const override;

 private:
  /// sqrt(sum ((x_i - center_i) / radii_i)^2)
  double distance(ConstVectorRef x) const;

  Vector center_;
  Vector radii_;
  bool is_norm_ball_;
};

/// { x : lower_i <= x_i <= upper_i }. The minimiser is lower_i where g_i > 0, upper_i where g_i <
/// 0, and the point of the interval nearest to 0 where g_i = 0.
class Box final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "box";
    static constexpr std::string_view sentence = "vectors with all entries in [LO, HI]";
    static constexpr std::string_view formula = "{ x : LO <= x_i <= HI for every i }";
    static constexpr std::string_view cost = "O(n)";

    double lower = 0;
    double upper = 1;

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  Box(Vector lower, Vector upper);
  /// The same finite bounds for every coordinate.
  Box(Index dimension, double lower, double upper);

  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

  std::string name() const override;
  Index dimension() const override { return lower_.size(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  /// Clamps x to the bounds.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;
  /// True if lower = -upper and upper > 0: the ball of a weighted linf norm.
  bool is_norm_ball() const override { return is_norm_ball_; }
  bool is_interior(ConstVectorRef x) const override;

 private:
  Vector lower_;
  Vector upper_;
  bool is_norm_ball_;
};

/// Hull of the points lower_i e_i and upper_i e_i, lower <= upper; 0 need not be inside. The
/// minimiser is the point of smallest min { g_i lower_i, g_i upper_i }, for the first such i.
class Diamond final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "diamond";
    static constexpr std::string_view sentence =
        "the hull of two points on each axis, those of a file with columns lower and upper";
    static constexpr std::string_view formula =
        "{ x : w_i l_i <= x_i <= w_i u_i for every i, w_i >= 0, w_1 + ... + w_n = 1 }";
    static constexpr std::string_view cost = "O(n)";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  Diamond(Vector lower, Vector upper);

  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

  std::string name() const override;
  Index dimension() const override { return lower_.size(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: the better point of other axes, where its score is below halfway from the smallest
  /// score to the mean.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  /// The l1 distance to the nearest point.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }
  /// True if lower = -upper and upper > 0: the ball of a weighted l1 norm.
  bool is_norm_ball() const override { return is_norm_ball_; }
  /// Known only if 0 is interior: then the sum of max { x_i / lower_i, x_i / upper_i } must be
  /// below 1.
  bool is_interior(ConstVectorRef x) const override;

 private:
  /// The better of the two points on an axis.
  double end(Index i, double g) const { return g > 0 ? lower_[i] : upper_[i]; }
  void score(const Vector& g, Vector& scores) const;

  Vector lower_;
  Vector upper_;
  bool is_norm_ball_;
};

}  // namespace acgd
