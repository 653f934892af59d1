#pragma once

#include <memory>
#include <vector>

#include "acgd/iterate/previous_gradient.hpp"
#include "acgd/objective/curvature.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/sum.hpp"
#include "objective/map_curvature.hpp"
#include "objective/ridge.hpp"

namespace acgd {

/// H = sum of weight_i H_i. The image of d is those of the parts, one after the other.
class SumCurvature final : public Curvature {
 public:
  struct Part {
    Curvature* curvature = nullptr;
    double weight = 1;
    /// Whether its costs are nothing beside those of the others.
    bool is_light = false;
  };

  /// The parts from now on, which must stay.
  void take(std::span<const Part> parts);

  bool is_constant() const override;
  void refresh() override;
  const Vector* diagonal() override;
  Index image_size() const override { return image_size_; }
  void add_image(const Term& term, double weight, VectorRef image) override;
  double product(const Term& term, ConstVectorRef image) override;
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

 private:
  std::vector<Part> parts_;
  Index image_size_ = 0;
  Vector diagonal_;
  Matrix of_part_;  ///< what gram() of a part says
};

/// A sum standing at x: the cursors of its parts, all of them there. The first is the host, whose x
/// is that of the sum. Others may round a step in another way; they get the x of the host after each.
///
/// Ridges have no cursor: what they need is x, which the host has.
class SumCursor final : public Cursor {
 public:
  SumCursor(const Sum& objective, const Atom& x0, std::shared_ptr<const Norm> norm);

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override;
  const Vector* x() const override { return parts_[0].cursor->x(); }
  void store(Point& point) const override { parts_[0].cursor->store(point); }
  void release(AtomId id) override;
  Curvature* curvature() override;
  std::int64_t gradient_count() const override;
  std::int64_t trial_count() const override;
  void visit(Archive& archive) override;

  /// The parts that have nothing but values and gradients, which may contradict each other.
  std::vector<const Objective*> black_boxes() const;

 private:
  struct Part {
    const Objective* f = nullptr;
    double weight = 1;
    std::unique_ptr<Cursor> cursor = nullptr;
    Line* line = nullptr;
  };

  class SumLine final : public Line {
   public:
    explicit SumLine(SumCursor& cursor) : cursor_(cursor) {}
    void point_along(const Direction& direction);

    double norm() override { return cursor_.parts_[0].line->norm(); }
    double change(double t) override;
    double slope(double t) override;
    std::optional<double> curvature() override;
    std::optional<Derivatives> derivatives(double t) override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    std::optional<double> distance() override;
    double probe(double t) override;
    double change_noise() const override;
    double change_noise_rate() const override;
    double slope_noise() const override;
    double derivative_noise() const override;

   private:
    SumCursor& cursor_;
  };

  /// Curvature of ridges, as H = l I.
  struct RidgeCurvature {
    RidgeCurvature(Index n, double l)
        : map(n), images(map), h(images, true, [l](Vector& d) { d.setConstant(l); }) {}
    IdentityMap map;
    ShardImages images;
    MapCurvature h;
  };

  const Vector& here() const { return *x(); }
  /// x of the others = x of the host
  void share_x();

  const Sum& objective_;
  std::shared_ptr<const Norm> norm_;
  std::vector<Part> parts_;
  RidgeTerm ridge_;
  Gradient gradient_;
  bool has_gradient_ = false;
  PreviousGradient previous_;
  Direction direction_;
  SumLine line_;
  std::unique_ptr<RidgeCurvature> ridge_curvature_;  ///< null before it was asked for
  SumCurvature curvature_;
  std::vector<SumCurvature::Part> curvatures_;
  std::int64_t probe_count_ = 0;  ///< whose gradients the parts' cursors know nothing of
};

}  // namespace acgd
