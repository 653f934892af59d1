#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"

namespace acgd {
namespace {

/// Common part: the matrix shape, and sum and maximum of the singular values.
class SchattenNorm : public Norm {
 public:
  SchattenNorm(Index rows, Index cols) : rows_(rows), cols_(cols) {
    require_at_least("rows", rows, 1);
    require_at_least("cols", cols, 1);
  }

 protected:
  double sum_of_singular_values(ConstVectorRef v) const {
    return v.allFinite() ? values_of(v).sum() : v.lpNorm<1>();
  }
  double largest_singular_value(ConstVectorRef v) const {
    return v.allFinite() ? values_of(v)[0] : v.lpNorm<1>();
  }

  Vector values_of(ConstVectorRef v) const {
    if (v.size() != rows_ * cols_) {
      throw InvalidInput("v", compose("has {} entries, must have {}, those of a {} x {} matrix",
                                      v.size(), rows_ * cols_, rows_, cols_));
    }
    return singular_values(Eigen::Map<const Matrix>(v.data(), rows_, cols_));
  }

 private:
  Index rows_;
  Index cols_;
};

class NuclearNorm final : public SchattenNorm {
 public:
  using SchattenNorm::SchattenNorm;
  std::string name() const override { return "nuclear"; }
  double of(ConstVectorRef v) const override { return sum_of_singular_values(v); }
  double dual(ConstVectorRef g) const override { return largest_singular_value(g); }
};

class SpectralNorm final : public SchattenNorm {
 public:
  using SchattenNorm::SchattenNorm;
  std::string name() const override { return "spectral"; }
  double of(ConstVectorRef v) const override { return largest_singular_value(v); }
  double dual(ConstVectorRef g) const override { return sum_of_singular_values(g); }
};

class PowerSchattenNorm final : public SchattenNorm {
 public:
  PowerSchattenNorm(double p, Index rows, Index cols)
      : SchattenNorm(rows, cols), p_(p), of_values_(lp_norm(p)) {}
  std::string name() const override { return compose("Schatten-{}", p_); }
  double of(ConstVectorRef v) const override {
    return v.allFinite() ? of_values_->of(values_of(v)) : v.lpNorm<1>();
  }
  double dual(ConstVectorRef g) const override {
    return g.allFinite() ? of_values_->dual(values_of(g)) : g.lpNorm<1>();
  }

 private:
  double p_;
  std::shared_ptr<const Norm> of_values_;
};

}  // namespace

std::shared_ptr<const Norm> nuclear_norm(Index rows, Index cols) {
  return std::make_shared<NuclearNorm>(rows, cols);
}

std::shared_ptr<const Norm> spectral_norm(Index rows, Index cols) {
  return std::make_shared<SpectralNorm>(rows, cols);
}

std::shared_ptr<const Norm> schatten_norm(double p, Index rows, Index cols) {
  return std::make_shared<PowerSchattenNorm>(p, rows, cols);
}

}  // namespace acgd
