// Losses of linear maps.
#include "acgd/acgd.hpp"
#include "stress/objectives.hpp"

namespace stress {
namespace {

using namespace acgd;

/// Sparse matrices have empty columns, and sometimes entries that are all 1.
std::shared_ptr<const LinearMap> draw_map(Draw& draw, const Matrix& a, std::string& text) {
  switch (draw.index(0, 3)) {
    case 0:
      text += " of a dense map";
      return std::make_shared<DenseMap>(a);
    case 1:
      text += " of a float map";
      return std::make_shared<DenseMap>(MatrixFloat(a.cast<float>()));
    default:
      break;
  }
  const bool ones = draw.chance(0.3);
  text += ones ? " of a sparse map of ones" : " of a sparse map";
  std::vector<SparseMap::Entry> entries;
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) {
      if (draw.chance(0.4)) entries.push_back({i, j, ones ? 1.0 : a(i, j)});
    }
  }
  return std::make_shared<SparseMap>(a.rows(), a.cols(), entries);
}

constexpr Index kLosses = 6, kPoisson = 4;

std::shared_ptr<const Loss> make_loss(Index kind, Draw& draw, const Vector& target, double size,
                                      GeneratedObjective& made) {
  std::string& text = made.text;
  LossOptions options;
  if (draw.chance(0.4)) options.scaling = draw.chance(0.5) ? Scaling::sum : Scaling::mean;
  if (draw.chance(0.3)) {
    options.weights = draw.scale() * draw.weights(target.size());
    text = "weighted ";
  }
  const Vector labels = target.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  made.convex = true;
  switch (kind) {
    case 0:
      text += "logistic loss";
      return std::make_shared<LogisticLoss>(labels, options);
    case 1:
      text += "sigmoid loss";
      made.convex = false;
      return std::make_shared<SigmoidLoss>(0.5 * (labels.array() + 1), options);
    case 2:
      text += "huber loss";
      return std::make_shared<HuberLoss>(target, size * draw.power(-2, 1), options);
    case 3:
      text += "squared hinge loss";
      return std::make_shared<SquaredHingeLoss>(labels, options);
    case kPoisson:
      text += "poisson loss";
      return std::make_shared<PoissonLoss>(target.cwiseAbs(), options);
    default:
      text += "squared loss";
      return std::make_shared<SquaredLoss>(target, options);
  }
}

}  // namespace

GeneratedObjective draw_composite(Draw& draw, const Shape& shape) {
  const Index samples = draw.chance(0.1) ? 1 : draw.index(2, 25);
  // The image of the set is usually of size 1, where losses have curvature.
  const Index kind = draw.index(0, kLosses - 1);
  double size = draw.chance(0.7) ? 1.0 : draw.scale();
  if (kind == kPoisson) size = std::min(size, 300.0);  // keeps exp(size) finite
  const Matrix a = size / shape.radius * draw.normals(samples, shape.n);
  const Vector target = size * draw.normals(samples);
  GeneratedObjective made;
  const auto loss = make_loss(kind, draw, target, size, made);
  const auto map = draw_map(draw, a, made.text);
  Vector offset;
  if (draw.chance(0.3)) {
    offset = size * draw.normals(samples);
    made.text += " with an offset";
  }
  made.f = std::make_shared<Composite>(loss, map, offset);
  // With an intercept a single sample is predicted exactly: f is rounding error only.
  if (!made.convex || samples < 2 || !draw.chance(0.3)) return made;
  try {
    made.f = std::make_shared<Composite>(loss, map, offset, Intercept::profiled);
    made.text += " with an intercept";
  } catch (const InvalidInput&) {
    // labels of one class
  }
  return made;
}

}  // namespace stress
