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

/// H = sum of weight_i H_i. The image of d is the concatenation of the images of the parts.
class SumCurvature final : public Curvature {
 public:
  struct Part {
    Curvature* curvature = nullptr;
    double weight = 1;
    /// Whether its cost is negligible compared with the others.
    bool is_light = false;
  };

  /// Sets the parts; their curvatures must outlive their use here.
  void take(std::span<const Part> parts);

  bool is_constant() const override;
  void refresh() override;
  Index image_size() const override { return image_size_; }
  void add_image(const Term& term, double weight, VectorRef image) override;
  double product(const Term& term, ConstVectorRef image) override;
  void gram(std::span<const Term> terms, Index known, Matrix& h) override;
  double gram_cost(std::span<const Term> terms, Index known) const override;

 private:
  std::vector<Part> parts_;
  Index image_size_ = 0;
  Matrix of_part_;  ///< gram() of one part
};

/// Cursor of a sum: the cursors of its parts, all at the same x. The first part is the host, whose
/// x is that of the sum. Other parts may round a step differently; they receive the x of the host
/// after each step.
///
/// Ridges have no cursor, since they need only the x of the host.
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
  std::vector<BlackBox> black_boxes() const override;

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

  /// Curvature of the ridges: H = l I.
  struct RidgeCurvature {
    RidgeCurvature(Index n, double l)
        : map(IdentityMap(n)), images(map), h(images, true, [l](Vector& d) { d.setConstant(l); }) {}
    Design map;
    BlockImages images;
    MapCurvature h;
  };

  const Vector& here() const { return *x(); }
  /// Copies the x of the host to the other parts.
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
  std::unique_ptr<RidgeCurvature> ridge_curvature_;  ///< created on first use
  SumCurvature curvature_;
  std::vector<SumCurvature::Part> curvatures_;
  std::int64_t probe_count_ = 0;  ///< gradients of probes, not counted by the cursors of the parts
};

}  // namespace acgd
