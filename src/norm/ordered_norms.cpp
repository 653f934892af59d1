#include "acgd/norm/ordered_norms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

double largest_of_sizes(ConstVectorRef v) {
  return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

/// The sum of the k largest sizes. Balls recenter by it in the loop, so that it must do without
/// memory: halving the range of sizes, as integers of the same order, finds the k-th largest.
double sum_of_largest_sizes(ConstVectorRef v, Index k) {
  const double largest = largest_of_sizes(v);
  if (k >= v.size() || !std::isfinite(largest)) return v.lpNorm<1>();
  const auto sizes = v.array().abs();
  // At least k sizes reach `low`, fewer than k reach `high`.
  std::uint64_t low = 0;
  std::uint64_t high = std::bit_cast<std::uint64_t>(largest) + 1;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Index reaching = (sizes >= std::bit_cast<double>(middle)).count();
    (reaching >= k ? low : high) = middle;
    if (reaching == k) break;
  }
  const auto bound = std::bit_cast<double>(low);
  const double above = (sizes > bound).select(sizes, 0.0).sum();
  return above + static_cast<double>(k - (sizes > bound).count()) * bound;
}

double larger_of_max_and_mean(ConstVectorRef v, Index k) {
  return std::max(v.lpNorm<1>() / static_cast<double>(k), largest_of_sizes(v));
}

class TopNorm final : public Norm {
 public:
  explicit TopNorm(Index k) : k_(k) {}
  std::string name() const override { return compose("top-{}", k_); }
  double of(ConstVectorRef v) const override { return sum_of_largest_sizes(v, k_); }
  double dual(ConstVectorRef g) const override { return larger_of_max_and_mean(g, k_); }

 private:
  Index k_;
};

class KSparseNorm final : public Norm {
 public:
  explicit KSparseNorm(Index k) : k_(k) {}
  std::string name() const override { return compose("{}-sparse", k_); }
  double of(ConstVectorRef v) const override { return larger_of_max_and_mean(v, k_); }
  double dual(ConstVectorRef g) const override { return sum_of_largest_sizes(g, k_); }

 private:
  Index k_;
};

class OwlNorm final : public Norm {
 public:
  explicit OwlNorm(Vector weights) : weights_(std::move(weights)) {
    require_at_least("size of weights", weights_.size(), 1);
    for (Index i = 0; i < weights_.size(); ++i) {
      if (!range::non_negative.contains(weights_[i])) {
        throw InvalidInput(
            compose("weights[{}] = {}: {}", i, weights_[i], range::non_negative.rule));
      }
      if (i > 0 && weights_[i] > weights_[i - 1]) {
        throw InvalidInput(
            compose("weights[{}] = {}: must be at most weights[{}] = {}; sort them, "
                    "the largest first",
                    i, weights_[i], i - 1, weights_[i - 1]));
      }
    }
    if (weights_[0] == 0)
      throw InvalidInput("weights[0] = 0: must be positive, or all of them are 0");
  }

  std::string name() const override { return "ordered weighted l1"; }

  double of(ConstVectorRef v) const override {
    if (!v.allFinite()) return v.lpNorm<1>();
    return weights_.dot(sorted_sizes(v));
  }

  double dual(ConstVectorRef g) const override {
    if (!g.allFinite()) return g.lpNorm<1>();
    const Vector sizes = sorted_sizes(g);
    double most = 0, sum = 0, weight = 0;
    for (Index k = 0; k < sizes.size(); ++k) {
      sum += sizes[k];
      weight += weights_[k];
      most = std::max(most, sum / weight);
    }
    return most;
  }

 private:
  Vector sorted_sizes(ConstVectorRef v) const {
    if (v.size() != weights_.size()) {
      throw InvalidInput(
          compose("v has {} entries: must have {}, one a weight", v.size(), weights_.size()));
    }
    Vector sizes = v.cwiseAbs();
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    return sizes;
  }

  Vector weights_;
};

Index checked_count(Index k) {
  validate(Description{count_parameter(k, "")});
  return k;
}

}  // namespace

std::shared_ptr<const Norm> top_norm(Index k) {
  return std::make_shared<TopNorm>(checked_count(k));
}

std::shared_ptr<const Norm> k_sparse_norm(Index k) {
  return std::make_shared<KSparseNorm>(checked_count(k));
}

std::shared_ptr<const Norm> owl_norm(Vector weights) {
  return std::make_shared<OwlNorm>(std::move(weights));
}

}  // namespace acgd
