#pragma once

#include <fmt/format.h>

#include <memory>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_map.hpp"

namespace acgd::python {

/// A - 1 mean', never formed: a sparse matrix whose columns are moved by `mean` stays sparse.
class CenteredMap final : public LinearMap {
 public:
  /// Throws InvalidInput unless `mean` has an entry for each column.
  CenteredMap(std::shared_ptr<const LinearMap> a, Vector mean)
      : a_(std::move(a)), mean_(std::move(mean)) {
    if (mean_.size() != a_->cols()) {
      throw InvalidInput(
          fmt::format("mean: has {} entries, must have {}", mean_.size(), a_->cols()));
    }
  }

  Index rows() const override { return a_->rows(); }
  Index cols() const override { return a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    a_->multiply(x, y);
    y.array() -= mean_.dot(x);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    a_->multiply_adjoint(x, y);
    y -= x.sum() * mean_;
  }
  void image(const Atom& atom, Vector& z) const override {
    a_->image(atom, z);
    z.array() -= atom.dot(mean_);
  }
  double bytes() const override { return a_->bytes(); }

  const std::shared_ptr<const LinearMap>& original() const { return a_; }
  const Vector& mean() const { return mean_; }

 private:
  std::shared_ptr<const LinearMap> a_;
  Vector mean_;
};

}  // namespace acgd::python
