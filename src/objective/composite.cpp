#include "acgd/objective/composite.hpp"

#include <cmath>
#include <mutex>

#include "acgd/core/error.hpp"
#include "acgd/objective/adjusted_map.hpp"
#include "core/compose.hpp"
#include "objective/composite_cursor.hpp"
#include "objective/sample_sums.hpp"

namespace acgd {
namespace {

/// (I - 1 1' / m) A for every output: predictions without their means.
class CenteredOutputs final : public MatrixOperator {
 public:
  CenteredOutputs(const LinearMap& a, Index outputs) : a_(a), outputs_(outputs) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    a_.multiply(x, y);
    center(y);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    Vector centered = x;
    center(centered);
    a_.multiply_adjoint(centered, y);
  }

 private:
  void center(VectorRef z) const {
    if (const Shards* shards = a_.shards()) {
      z.array() -= sum(shards, z) / static_cast<double>(shards->samples());
      return;
    }
    const Index m = z.size() / outputs_;
    for (Index k = 0; k < outputs_; ++k) {
      auto block = z.segment(k * m, m);
      block.array() -= block.mean();
    }
  }

  const LinearMap& a_;
  Index outputs_;
};

/// A'A, whose vectors every rank has whole.
class Squared final : public MatrixOperator {
 public:
  explicit Squared(const MatrixOperator& a) : a_(a), image_(a.rows()) {}
  Index rows() const override { return a_.cols(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    a_.multiply(x, image_);
    a_.multiply_adjoint(image_, y);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override { multiply(x, y); }

 private:
  const MatrixOperator& a_;
  mutable Vector image_;
};

double squared_norm_of(const MatrixOperator& a, const Shards* shards) {
  return shards == nullptr ? squared_operator_norm(a)
                           : std::sqrt(squared_operator_norm(Squared(a)));
}

}  // namespace

/// ||A||^2, computed once whichever thread asks first; copies of the objective share it.
struct Composite::SquaredNorm {
  std::once_flag once;
  double value = 0;
};

Composite::Composite(std::shared_ptr<const Loss> loss, std::shared_ptr<const LinearMap> map,
                     Vector offset, Intercept intercept)
    : loss_(std::move(loss)),
      map_(std::move(map)),
      offset_(std::move(offset)),
      intercept_(intercept),
      squared_norm_(std::make_shared<SquaredNorm>()) {
  if (!loss_) throw InvalidInput("loss: must not be null");
  if (!map_) throw InvalidInput("map: must not be null");
  if (loss_->predictions() != map_->rows()) {
    throw InvalidInput(compose("loss: has {} {}, but the map has {} rows", loss_->predictions(),
                               loss_->outputs() == 1 ? "samples" : "predictions", map_->rows()));
  }
  if (loss_->shards() != map_->shards()) {
    throw InvalidInput("map: must be cut into the same shards as the loss, by the same object");
  }
  if (offset_.size() != 0 && offset_.size() != map_->rows()) {
    throw InvalidInput(
        compose("offset: has {} entries, but the map has {} rows", offset_.size(), map_->rows()));
  }
  for (Index i = 0; i < offset_.size(); ++i) {
    if (!std::isfinite(offset_[i])) {
      throw InvalidInput(compose("offset[{}] = {}: must be finite", i, offset_[i]));
    }
  }
  has_offset_ = are_given(map_->shards(), "offset", offset_);
  if (!has_intercept()) return;
  require_best_intercept(*loss_);
  shift_ = remove_offsets(map_);
}

Vector Composite::predict(const Vector& x, Vector& z) const {
  z.resize(map_->rows());
  map_->multiply(x, z);
  return complete(z);
}

Vector Composite::complete(Vector& z) const {
  if (has_offset_) z += offset_;
  if (!has_intercept()) return {};
  Vector b(loss_->outputs());
  InterceptSearch(*loss_).solve_afresh(z, b);
  add_intercept(b, z);
  return b;
}

double Composite::value(const Vector& x) const {
  Vector z;
  predict(x, z);
  return loss_->value(z);
}

void Composite::gradient(const Vector& x, Vector& g) const {
  Vector z, r(map_->rows());
  predict(x, z);
  loss_->derivative(z, r);
  map_->multiply_adjoint(r, g);
}

Vector Composite::intercept(const Vector& x) const {
  if (!has_intercept()) return {};
  Vector z;
  Vector b = predict(x, z);
  if (shift_.size() != 0) b.array() -= shift_.dot(x);
  return b;
}

std::optional<double> Composite::lipschitz() const {
  const std::optional<double> of_loss = loss_->lipschitz();
  if (!of_loss) return std::nullopt;
  std::call_once(squared_norm_->once, [this] {
    squared_norm_->value =
        has_intercept() ? squared_norm_of(CenteredOutputs(*map_, loss_->outputs()), map_->shards())
                        : squared_norm_of(*map_, map_->shards());
  });
  return *of_loss * squared_norm_->value;
}

std::optional<double> Composite::natural_scale() const {
  Vector z = Vector::Zero(map_->rows());
  complete(z);
  return std::abs(loss_->value(z));
}

std::unique_ptr<Cursor> Composite::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  return std::make_unique<CompositeCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
